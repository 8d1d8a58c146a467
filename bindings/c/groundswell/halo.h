/* SPDX-License-Identifier: Apache-2.0
 * Halo exchange: each process has its own cells and copies of other processes' cells, its halo, and gets the
 * values of the halo from their owners. It needs no mesh, only numbers of cells and ranks. The contract (who
 * calls what, what may block, when an array may be changed) is in docs/guide/halo.md.
 *
 * Functions that return no number or text return GROUNDSWELL_HALO_OK or GROUNDSWELL_HALO_ERROR;
 * groundswell_halo_error() then explains what is wrong and what to do. No function ends the program. MPI
 * must be initialised.
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

/* The message of the last error in this thread; valid until the next error. */
const char* groundswell_halo_error(void);
const char* groundswell_halo_version(void);
/* The name of method 0, 1, .. for create(); NULL after the last. An MPI library may lack what a method needs.
 */
const char* groundswell_halo_method_name(int number);

/* The memory space; at present rows must be in host memory. */
enum { GROUNDSWELL_HALO_HOST = 0, GROUNDSWELL_HALO_DEVICE = 1 };

/* A field, or some columns of it: bytes [offset, offset + length) of rows that start `stride` bytes apart,
 * one row per local cell, those of the halo after the owned ones or at their positions. For all of
 * double heat[n_cell][2]: {.data = heat, .n_row = n_cell, .stride = 16, .length = 16}; for the second column
 * alone .offset = 8, .length = 8. The rest is 0, or describes arrays of cells (i, j) and of levels
 * (groundswell_halo_array fills it): if line_length is not 0, rows lie in lines of so many (along i), which
 * start line_stride bytes apart; the same rows are repeated n_level times along up to three axes,
 * level_stride bytes apart, where n_level is not 0. In messages the levels of the first n_row_axis of these
 * axes lie side by side for each cell, as if they were parts of contiguous rows. */
typedef struct groundswell_halo_rows {
  void* data;
  int64_t n_row;
  int64_t stride, offset, length; /* [bytes] */
  int space;
  int64_t line_length, line_stride;
  int64_t n_level[3], level_stride[3];
  int64_t n_row_axis;
} groundswell_halo_rows;

/* Describes a whole array of C: `axes` has a letter for each dimension, the last one of which is the fastest:
 * i and j count cells, other letters levels, in any order. For double heat[n_k][n_j][n_i]: (heat,
 * sizeof heat[0][0][0], "kji", (int64_t[]){n_k, n_j, n_i}, &rows). Not collective; all processes name the
 * same axes. */
int groundswell_halo_array(void* data, int64_t element_bytes, const char* axes, const int64_t* extents,
                           groundswell_halo_rows* rows);

/* Sorts n cells as required by create(), by owner and then by number, and removes duplicates; n is then the
 * number left. Not collective. */
int groundswell_halo_sort(int64_t* n, int64_t* cells, int* owners);

/* `owned` are the numbers of this process's cells in the order of its arrays, `halo` those of the cells that
 * follow them there, sorted by owner and then by number; `owners` are their owners' ranks in comm, which may
 * include this process if the grid is periodic. Cell numbers are the model's own. The lists are copied.
 * `method`: NULL for point_to_point; `choice_folder`: a folder for this exchange alone in which "auto" stores
 * its choice for the next run, or NULL. Returns a number > 0, or -1 on an error. Collective on comm, which is
 * duplicated. */
int groundswell_halo_create(MPI_Comm comm, int64_t n_owned, const int64_t* owned, int64_t n_halo,
                            const int64_t* halo, const int* owners, const char* method,
                            const char* choice_folder);

/* As create(), for cells at any place of the arrays: cell k of a list is row positions[k], counted from 0,
 * and the halo is in any order. Its owners are found. It may have a cell several times, at different places.
 * Without positions (NULL) owned cells have the rows from 0 on in their order, and then the halo. */
int groundswell_halo_create_placed(MPI_Comm comm, int64_t n_owned, const int64_t* owned,
                                   const int64_t* owned_positions, int64_t n_halo, const int64_t* halo,
                                   const int64_t* halo_positions, const char* method,
                                   const char* choice_folder);

/* The north edge of a tripolar grid, pivoted at T or at F points, and the points at which the fields lie. */
enum { GROUNDSWELL_HALO_NO_FOLD = 0, GROUNDSWELL_HALO_FOLD_T = 1, GROUNDSWELL_HALO_FOLD_F = 2 };
enum {
  GROUNDSWELL_HALO_AT_T = 0,
  GROUNDSWELL_HALO_AT_U = 1,
  GROUNDSWELL_HALO_AT_V = 2,
  GROUNDSWELL_HALO_AT_F = 3
};

/* A structured grid of n_i x n_j cells, of which this process has own_i x own_j (or 0 x 0) from
 * (first_i, first_j) on, counted from 0. In its arrays a halo lies around them, `west` to `north` cells wide,
 * with corners: (west + own_i + east) x (south + own_j + north) rows, i faster than j. */
typedef struct groundswell_halo_box {
  int64_t n_i, n_j, first_i, first_j, own_i, own_j;
  int west, east, south, north;
  int is_periodic_i, is_periodic_j; /* 0: rows beyond the edges of the grid are left untouched */
  int fold, point;                  /* a fold moves values and leaves the signs of vectors to the model */
  int may_lack_boxes; /* 1: halo cells that no box has, as land, are left untouched; 0: an error */
} groundswell_halo_box;

/* As create(), for boxes of any sizes, which do not overlap. */
int groundswell_halo_create_box(MPI_Comm comm, const groundswell_halo_box* box, const char* method,
                                const char* choice_folder);

/* [s] A start, finish or close that waits longer is an error; 600 by default. Not collective. */
int groundswell_halo_set_time_limit(int id, double seconds);

/* Sends what other processes need; all n_set fields go in one message. Returns the number > 0 of the exchange
 * in progress, or -1 on an error. Until it is finished, halo cells must not be touched and owned cells that
 * other processes need must not be changed. Up to 16 exchanges can be in progress; all processes start and
 * finish them in the same order, with rows of the same lengths. Invalid arguments, such as rows that do not
 * fit this process's cells, and a 17th exchange are rejected on this process only, and the call may be
 * repeated; after any other error no further exchange of this id is possible, on any process. */
int groundswell_halo_start(int id, int n_set, const groundswell_halo_rows* rows);
/* Advances messages; done: finish would not wait. Never true with graph_blocking, which works only in finish.
 */
int groundswell_halo_test(int transit, bool* done);
/* Returns when the halo cells have their values; the arrays may then be used. They may also be used after an
 * error, except with graph, graph_blocking, datatypes and auto: MPI may access them until the program ends.
 * The number is invalid afterwards, whatever is returned. */
int groundswell_halo_finish(int transit);
/* start and finish in one call. */
int groundswell_halo_exchange(int id, int n_set, const groundswell_halo_rows* rows);

/* Zeroed memory, aligned to 64 bytes, valid until close(). Methods that share memory inside a node read rows
 * there in place. Not collective. */
int groundswell_halo_allocate(int id, int64_t bytes, void** memory);
/* The number of bytes this process sends in an exchange of rows with row_bytes in total. */
int groundswell_halo_send_bytes(int id, int64_t row_bytes, int64_t* bytes);
/* The method in use for rows of that length: with "auto" its choice, or "" while it is still trying; NULL on
 * an error. The text is valid until the next call of this function in this thread. */
const char* groundswell_halo_method(int id, int64_t row_bytes);

/* Notes for the user, such as why a saved choice of "auto" is not used: note 0, 1, ..; NULL after the last.
 * They may differ between processes. The text is valid until the next call of this function in this thread.
 */
const char* groundswell_halo_note(int id, int number);

/* Frees memory and communicator; rejected on all processes while exchanges are in progress on some. Returns
 * an error if another process has failed without this one knowing, or if some processes have started more
 * exchanges than others; the id is invalid then, too. Collective. */
int groundswell_halo_close(int id);

/* For the Fortran interface. */
int groundswell_halo_create_f(MPI_Fint comm, int64_t n_owned, const int64_t* owned, int64_t n_halo,
                              const int64_t* halo, const int* owners, const char* method,
                              const char* choice_folder);
int groundswell_halo_create_placed_f(MPI_Fint comm, int64_t n_owned, const int64_t* owned,
                                     const int64_t* owned_positions, int64_t n_halo, const int64_t* halo,
                                     const int64_t* halo_positions, const char* method,
                                     const char* choice_folder);
int groundswell_halo_create_box_f(MPI_Fint comm, const groundswell_halo_box* box, const char* method,
                                  const char* choice_folder);
void groundswell_halo_array_f(void* data, int64_t element_bytes, const char* axes, int n_dim,
                              const int64_t* extents, const int64_t* strides, groundswell_halo_rows* rows);
enum { GROUNDSWELL_HALO_BAD_AXES = -2147483647 }; /* a length: array_f was given axes that do not fit */
enum { GROUNDSWELL_HALO_SPLIT = -1 };             /* a length: the values of a cell are not contiguous */

#ifdef __cplusplus
}
#endif
#endif
