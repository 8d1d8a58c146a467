/* SPDX-License-Identifier: Apache-2.0
 * Data transfer between two models, or two decompositions of one, that distribute the same cells over their
 * processes. The contract (who calls what, what may block, when an array may be changed) is in
 * docs/guide/transfer.md.
 *
 * Every function but register_instance, error and version returns DATA_TRANSFER_OK or DATA_TRANSFER_ERROR;
 * data_transfer_error() then explains what is wrong and what to do. No function ends the program. MPI must be
 * initialised.
 */
#ifndef GROUNDSWELL_TRANSFER_H
#define GROUNDSWELL_TRANSFER_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DATA_TRANSFER_OK = 0, DATA_TRANSFER_ERROR = 1 };
enum { DATA_TRANSFER_SEND = 0, DATA_TRANSFER_RECV = 1, DATA_TRANSFER_SENDRECV = 2 };
enum { DATA_TRANSFER_NO_CELL = -1 };

/* The message of the last error in this thread; valid until the next error. */
const char* data_transfer_error(void);
const char* data_transfer_version(void);

/* One side of a transfer. `local_comm` has the processes of this side; `global_rank_remote_root` is the rank
 * in MPI_COMM_WORLD of rank 0 of the other side. DATA_TRANSFER_SENDRECV: from one decomposition of this group
 * to another; it passes its own root. Between the same two roots, in the same direction, the k-th transfer
 * registered by one side is the k-th of the other. Returns a number > 0, or -1 on an error. Collective on
 * local_comm. */
int data_transfer_register_instance(MPI_Comm local_comm, int global_rank_remote_root, int action);

/* This process's cells in its own order, numbered 0 .. num_grid_cells - 1 in the grid; the list is copied.
 * DATA_TRANSFER_NO_CELL in place of a cell: its values are neither sent nor written.
 * DATA_TRANSFER_SENDRECV: called twice, first for what is sent, then for what is received. */
int data_transfer_register_decomp(int id, int num_grid_cells, int num_local_cells,
                                  const int* local_cells_global_index);
int data_transfer_register_decomp_int64(int id, int64_t num_grid_cells, int64_t num_local_cells,
                                        const int64_t* local_cells_global_index);

/* A field in the model's own array, which is read (input: it is sent) or written at every transfer and must
 * stay in place. Cell i has `count` elements of `element_bytes` bytes at data_buf + i * count *
 * element_bytes. `name` may be NULL. Both sides register the same fields in the same order. */
int data_transfer_register_field(int id, void* data_buf, bool input, int64_t element_bytes, int64_t count,
                                 const char* name);
/* The same if element k of cell i is at data_buf + i * cell_stride + k * element_stride [bytes]. */
int data_transfer_register_field_strided(int id, void* data_buf, bool input, int64_t element_bytes,
                                         int64_t count, int64_t cell_stride, int64_t element_stride,
                                         const char* name);

/* Selects the fields transferred: the model's own array of num_fields entries, one per registered field,
 * which is read at every start. */
int data_transfer_register_mask(int id, int num_fields, const bool* mask_array);

/* For messages; if both sides set a name, it must be the same. */
int data_transfer_set_name(int id, const char* name);
/* "adaptive" (default), "p2p", "butterfly" or "published_greedy"; the same on both sides. */
int data_transfer_set_method(int id, const char* method);
/* [s] A longer wait is an error; 600 by default. */
int data_transfer_set_time_limit(int id, double seconds);

/* A file in which data_transfer_save_choice() stores the result of "adaptive" for the next run; the senders'
 * root reads and writes it. A result for other decompositions, fields or machines is ignored and timed again.
 */
int data_transfer_set_saved_choice(int id, const char* path);

/* Checks what was registered; does not block. Initialise all transfers of a process before using the first.
 */
int data_transfer_init_instance(int id);
/* Connects all initialised transfers of this process to their other sides; the first start or exec does so,
 * too. Calling it separately allows it to be timed and reports mismatches: an error if one of the transfers
 * has failed, now or earlier; the others work. */
int data_transfer_connect(void);
/* Performs one transfer from start to finish. */
int data_transfer_exec_instance(int id);
int data_transfer_start_instance(int id);
int data_transfer_test_instance(int id, bool* done);
int data_transfer_finish_instance(int id);
/* Ends a transfer and frees its memory; to be called in the same order on all processes. */
int data_transfer_final_instance(int id);

/* Advances all transfers of this process, so that others need not wait for what it has to forward. */
int data_transfer_advance(void);
/* Whether the method is still timing candidates. Processes may learn of its end at different transfers. */
int data_transfer_is_timing(int id, bool* timing);
/* Does nothing while the method is timing. */
int data_transfer_save_choice(int id);

/* For the Fortran module: a Fortran communicator handle, cells counted from any number, an array of any
 * shape, a mask of any kind of logical. */
int data_transfer_register_instance_f(MPI_Fint local_comm, int global_rank_remote_root, int action);
int data_transfer_register_decomp_f(int id, int64_t num_grid_cells, int64_t num_local_cells,
                                    const int64_t* local_cells_global_index, int64_t num_listed_cells,
                                    int first_index);
int data_transfer_register_array(int id, void* data_buf, bool input, int64_t element_bytes, int n_dim,
                                 const int64_t* shape, const int64_t* strides, bool cells_last,
                                 const char* name);
int data_transfer_register_mask_f(int id, const void* mask_array, int64_t size, int64_t entry_bytes,
                                  int64_t stride);

#ifdef __cplusplus
}
#endif

#endif
