/* SPDX-License-Identifier: Apache-2.0
 * Output of a model: plain arrays on a numbered set of cells, written to NetCDF files by the compute
 * processes or by output servers. The contract (who calls what, what may block, when an array may be changed)
 * is in docs/guide/output_library.md.
 *
 * Every function but create, error and version returns GROUNDSWELL_OUTPUT_OK or GROUNDSWELL_OUTPUT_ERROR;
 * groundswell_output_error() then explains what is wrong and what to do. No function ends the program. MPI
 * must be initialised. Texts may be NULL if there are none.
 */
#ifndef GROUNDSWELL_OUTPUT_H
#define GROUNDSWELL_OUTPUT_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GROUNDSWELL_OUTPUT_OK = 0, GROUNDSWELL_OUTPUT_ERROR = 1 };
enum { GROUNDSWELL_OUTPUT_NO_CELL = -1 };

/* The message of the last error in this thread; valid until the next error. */
const char* groundswell_output_error(void);
const char* groundswell_output_version(void);

/* Creates an output for these processes, of which the last n_server are servers. Returns a number > 0, or -1
 * on an error. Collective on comm, which is duplicated. */
int groundswell_output_create(MPI_Comm comm, int n_server);
int groundswell_output_is_server(int id, bool* is_server);

/* From here to open(): settings, the same on all processes except values of arrays, cells and positions. */

/* The run: "2001-01-01T00:00:00Z" in a CF calendar ("standard", "noleap", "360_day"), and its length [s].
 * Dates are given in seconds since the start. */
int groundswell_output_set_run(int id, const char* start, const char* calendar, int64_t seconds);
/* Attributes of the files. */
int groundswell_output_set_header(int id, const char* title, const char* source, const char* history);
/* This process's cells in the order of its arrays, numbered 0 .. n_cell - 1; the list is copied. Each cell is
 * listed by one compute process; servers list none. GROUNDSWELL_OUTPUT_NO_CELL: this entry of the arrays is
 * not written. */
int groundswell_output_set_cells(int id, int64_t n_cell, int64_t n_local, const int64_t* cells);
/* The columns of the grid and then, in a second call, its rows, with their coordinates or NULL. Cells are
 * then numbered column + row * (number of columns), files have these two dimensions instead of "cell", and
 * cells listed by no process, such as land, have fill values. */
int groundswell_output_add_axis(int id, const char* name, int64_t size, const double* values,
                                const char* unit, const char* standard_name);
/* The coordinate of levels; larger values are deeper (is_down) or higher. */
int groundswell_output_set_levels(int id, int n_level, const double* values, const char* unit,
                                  const char* standard_name, bool is_down);
/* A coordinate of the cells that is constant in time, such as their longitude; n_local values, which are
 * copied. */
int groundswell_output_add_position(int id, const char* name, const char* unit, const char* standard_name,
                                    const char* long_name, const double* values);
/* A variable in the model's own array, which is read at every date and must stay in place: float or double (4
 * or 8 bytes; for int32_t see set_integers), [n_local] or, with levels, [n_local][n_level]. Servers may pass
 * NULL. */
int groundswell_output_add_variable(int id, const char* name, const char* unit, const char* standard_name,
                                    const char* long_name, const void* values, int element_bytes,
                                    bool has_levels);
/* The same with any order of dimensions, listed from the fastest; strides are in bytes. The cells are the
 * last dimension or the first ones, up to the one at which their product is n_local. */
int groundswell_output_add_array(int id, const char* name, const char* unit, const char* standard_name,
                                 const char* long_name, const void* values, int element_bytes,
                                 bool has_levels, int n_dim, const int64_t* shape, const int64_t* strides,
                                 bool cells_last);
/* A file with these variables ("zos thetao so") at the dates first, first + interval, ... up to last [s since
 * the start of the run]; last < 0: up to the end of the run. */
int groundswell_output_add_file(int id, const char* path, const char* variables, int64_t interval,
                                int64_t first, int64_t last);
/* These variables ("mask basin"), added before, have elements of int32_t. */
int groundswell_output_set_integers(int id, const char* variables);
/* Restarts with these variables, in files called <path>_20260101T000000Z.nc, the date being that of
 * write_restart(). */
int groundswell_output_set_restart(int id, const char* path, const char* variables);
/* What a writing process has of a file: some "cells" (default); some "levels" of variables with levels; or,
 * on servers, whole "files", which it writes alone. All other words are errors. */
int groundswell_output_set_share(int id, const char* along);
/* The number of dates [slots] that can be in flight to servers (default 4), and the memory [B] on a server
 * for data not yet written (default 1 GiB). */
int groundswell_output_set_queue(int id, int slots, int64_t memory);
/* How arrays reach servers: "direct" (default), or "primary", through this number of the servers. */
int groundswell_output_set_transport(int id, const char* transport, int primaries);
/* What advances messages to servers while a process computes: its "calls" (default), or a "thread", for which
 * MPI must have been initialised with MPI_THREAD_MULTIPLE. */
int groundswell_output_set_progress(int id, const char* progress);
/* Continues the files of an earlier run, keeping all dates up to this one [s since the start]. */
int groundswell_output_set_go_on(int id, int64_t seconds);

/* Checks the settings and creates the files, named .part until close(). A setting rejected on only some
 * processes is an error on all; so is another open output with the same servers. Collective on all processes.
 */
int groundswell_output_open(int id);
int groundswell_output_is_due(int id, int64_t seconds, bool* is_due);
/* Takes what is due at a date [s since the start], if anything; dates must ascend, and none that is due may
 * be left out. Arrays may be changed afterwards. Called on compute processes; collective on these if
 * something is due. */
int groundswell_output_write(int id, int64_t seconds);
/* Writes a restart of a date [s since the start]: its variables as they are now, with all their bits. Arrays
 * may be changed afterwards. The file gets its name when it and all output up to the date are on disk; with
 * servers this returns before. What is due at the date must have been written. Called on compute processes;
 * collective on these. */
int groundswell_output_write_restart(int id, int64_t seconds);
/* Advances messages to servers; to be called from time to time. Not collective. */
int groundswell_output_progress(int id);
/* Waits until all that was written is in files. Collective on compute processes. */
int groundswell_output_wait(int id);
/* Tells all compute processes whether the model has failed on one: each gives what is wrong with it, NULL or
 * "" if nothing. If any has failed, or a server, all that was written reaches the files, all return
 * GROUNDSWELL_OUTPUT_ERROR with the sentence of the lowest of those that failed, and only close() may be
 * called. A process that failed and whom the others do not join within 10 s, as they wait for it elsewhere,
 * returns alone; its close() waits for them. Collective on compute processes. */
int groundswell_output_agree(int id, const char* failure);
/* On the first process, as of the last call of progress(), write() or agree(): the predicted time [s] that
 * servers need for what they have not written yet; 0 on others and without servers. */
int groundswell_output_backlog(int id, double* seconds);
/* On the first process: the next line for the model's log of what has been written ("wrote <date> into ...",
 * "restart ..."), valid until the next call; "" if there is none yet, and on others. Lines not asked for are
 * kept, but not more than 1000. */
const char* groundswell_output_news(int id);
/* On servers: writes what arrives; returns when the compute processes close. Meanwhile it also serves all
 * other open outputs with the same servers, for each of which it has to be called as well. */
int groundswell_output_serve(int id);
/* Ends the output, even after an error: complete files get their final names. An error of write() or serve()
 * is returned again. Collective on all processes; a server that has not called serve() serves now. The number
 * is invalid afterwards, whatever is returned. */
int groundswell_output_close(int id);

/* Land removal: numbers the cells of a grid, i fastest, that are wet (is_wet: not 0), and land among the
 * n_around (8, 4 or 0) neighbours of a wet cell; is_periodic: the last column is next to the first. `numbers`
 * gets those of the window of columns [i_begin, i_end) and rows [j_begin, j_end), i fastest, or
 * GROUNDSWELL_OUTPUT_NO_CELL: a list for set_cells. n_cell is the count of numbered cells in the grid,
 * share_saved the fraction of the grid without a number; both may be NULL. Not collective. */
int groundswell_output_wet_cells(int64_t n_i, int64_t n_j, const uint8_t* is_wet, int n_around,
                                 bool is_periodic, int64_t i_begin, int64_t i_end, int64_t j_begin,
                                 int64_t j_end, int64_t* numbers, int64_t* n_cell, double* share_saved);

/* For the Fortran interface. */
int groundswell_output_create_f(MPI_Fint comm, int n_server);
int groundswell_output_set_cells_f(int id, int64_t n_cell, int64_t n_local, const int64_t* cells,
                                   int first_index);

#ifdef __cplusplus
}
#endif
#endif
