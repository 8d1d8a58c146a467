/* SPDX-License-Identifier: Apache-2.0
 * Halo exchange: each process has cells of its own and copies of cells of others, its halo, and gets the
 * values of these from their owners. It knows nothing of a mesh, only numbers of cells and ranks. The
 * contract (who calls what, what may wait, when an array may be changed): docs/guide/halo.md.
 *
 * Functions that return no number or text return GROUNDSWELL_HALO_OK or GROUNDSWELL_HALO_ERROR;
 * groundswell_halo_error() then says what is wrong and what to do. No function ends the program. MPI must
 * run.
 */
#ifndef GROUNDSWELL_HALO_H
#define GROUNDSWELL_HALO_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GROUNDSWELL_HALO_OK = 0, GROUNDSWELL_HALO_ERROR = 1 };

/* The sentence of the last error in this thread; it stays until the next error. */
const char* groundswell_halo_error(void);
const char* groundswell_halo_version(void);
/* The name of method 0, 1, .. that create() takes; NULL after the last. An MPI library may lack what one of
 * them needs. */
const char* groundswell_halo_method_name(int number);

/* Where memory lies; so far rows must be in the host's. */
enum { GROUNDSWELL_HALO_HOST = 0, GROUNDSWELL_HALO_DEVICE = 1 };

/* A field, or some columns of it: bytes [offset, offset + length) of rows that start `stride` bytes apart,
 * one row per local cell, those of the halo after the owned ones. For all of double heat[n_cell][2]:
 * {heat, n_cell, 16, 0, 16, GROUNDSWELL_HALO_HOST}; for the second column alone {heat, n_cell, 16, 8, 8, ..}.
 */
typedef struct groundswell_halo_rows {
  void* data;
  int64_t n_row;
  int64_t stride, offset, length; /* [bytes] */
  int space;
} groundswell_halo_rows;

/* Sorts n cells as create() wants them, by owner and then by number, and leaves out what is named twice; then
 * n is how many are left. Not collective. */
int groundswell_halo_sort(int64_t* n, int64_t* cells, int* owners);

/* `owned` are the numbers of this process's cells in the order of its arrays, `halo` those of the cells that
 * follow them there, sorted by owner and then by number; `owners` are their owners' ranks in comm, this
 * process itself among them, if the grid is periodic. Numbers are the model's own. The lists are copied.
 * `method`: NULL for point_to_point; `choice_folder`: where "auto" keeps what it has found for the next run,
 * a folder for this exchange alone, or NULL. Returns a number > 0, or -1 on an error. Collective on comm,
 * which is duplicated. */
int groundswell_halo_create(MPI_Comm comm, int64_t n_owned, const int64_t* owned, int64_t n_halo,
                            const int64_t* halo, const int* owners, const char* method,
                            const char* choice_folder);

/* [s] A start, finish or close that waits longer is an error; 600 if not set. Not collective. */
int groundswell_halo_set_time_limit(int id, double seconds);

/* Sends what other processes need; all n_set fields go in one message. Returns the number > 0 of the exchange
 * under way, or -1 on an error. Until it is finished, halo cells must not be touched and owned cells that
 * other processes need must not be changed. Up to 16 exchanges can be under way; all processes start and
 * finish them in the same order, with rows of the same lengths. Rows that do not fit this process's cells are
 * refused here alone, and may be given anew; after all other errors no exchange of this id works any more, on
 * any process. */
int groundswell_halo_start(int id, int n_set, const groundswell_halo_rows* rows);
/* Lets messages go on; done: finish would not wait. With graph_blocking, which works in finish alone, never.
 */
int groundswell_halo_test(int transit, bool* done);
/* Returns when the halo cells have their values; then arrays are free. After an error they are, too, but with
 * graph, graph_blocking, datatypes and auto: MPI may use them to the end of the program. The number has
 * ended, whatever is returned. */
int groundswell_halo_finish(int transit);
/* start and finish at once. */
int groundswell_halo_exchange(int id, int n_set, const groundswell_halo_rows* rows);

/* Memory of zeros, aligned to 64 bytes, until close(). Methods that share memory inside a node read rows
 * there without a copy between. Not collective. */
int groundswell_halo_allocate(int id, int64_t bytes, void** memory);
/* Bytes that this process sends in an exchange of rows of row_bytes in all. */
int groundswell_halo_send_bytes(int id, int64_t row_bytes, int64_t* bytes);
/* What now carries rows of that length: with "auto" its choice, or "" while it is still trying; NULL on an
 * error. The text stays until the next call of this function in this thread. */
const char* groundswell_halo_method(int id, int64_t row_bytes);

/* What the user should read, such as why a saved choice of "auto" is not used: note 0, 1, ..; NULL after the
 * last. Not the same on all processes. The text stays until the next call of this function in this thread. */
const char* groundswell_halo_note(int id, int number);

/* Gives memory and communicator back; refused on all processes while exchanges are under way on some. Where
 * another process has failed, and this one was not told before, and where some have started more exchanges
 * than others, it is an error that says so; the id has ended then, too. Collective. */
int groundswell_halo_close(int id);

/* For the Fortran interface. */
int groundswell_halo_create_f(MPI_Fint comm, int64_t n_owned, const int64_t* owned, int64_t n_halo,
                              const int64_t* halo, const int* owners, const char* method,
                              const char* choice_folder);
enum { GROUNDSWELL_HALO_SPLIT = -1 }; /* a length: the values of a cell do not lie side by side */

#ifdef __cplusplus
}
#endif
#endif
