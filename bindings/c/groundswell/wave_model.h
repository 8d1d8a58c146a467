/* SPDX-License-Identifier: Apache-2.0
 * The wave model inside of another program, which makes its steps: it is initialised from a case file on a
 * communicator, takes and gives fields on its own cells, and writes its output as every run. Names follow the
 * Basic Model Interface of CSDMS. docs/guide/couple_a_model.md has an example.
 *
 * Every function but error and version returns WAVE_MODEL_OK or WAVE_MODEL_ERROR; wave_model_error() then
 * explains what is wrong and what to do. No function ends the program. MPI must be initialised. Runs are
 * identified by numbers. Times are seconds since the start date of the run.
 *
 * Collective functions are called by all processes of the run and fail on all of them. An error in what was
 * asked for (a time, a name, missing values) changes nothing. After any other error the run is over: each
 * further call returns the same error, and wave_model_finalize() frees the run.
 */
#ifndef GROUNDSWELL_WAVE_MODEL_H
#define GROUNDSWELL_WAVE_MODEL_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WAVE_MODEL_OK = 0, WAVE_MODEL_ERROR = 1 };

/* The message of the last error in this thread; valid until the next error. */
const char* wave_model_error(void);
const char* wave_model_version(void);

/* Makes a run from a case file and writes its number, which is > 0, to `id`. `overrides` replace options of
 * the case, one per line ("time.end=2024-01-02\nspectrum.directions=24"), or are NULL. The case may have
 * neither output servers nor nested runs nor a limit of wall-clock time. Nothing is printed; the log is in
 * the folder of the run. Collective on comm, which is duplicated. */
int wave_model_initialize(MPI_Comm comm, const char* case_file, const char* overrides, int* id);
/* The same, but the run goes on from a restart of an earlier run in the same folder: that of a date
 * ("2024-01-01T12:00:00Z"), or the newest if date is NULL; where no run had begun, it then begins at the
 * start. wave_model_get_current_time() tells where it is. */
int wave_model_resume(MPI_Comm comm, const char* case_file, const char* overrides, const char* date, int* id);
/* Ends the run: at its end date as every run; before that with a restart from which it can go on. An error
 * that had ended the run is returned again. The number is invalid afterwards, whatever is returned.
 * Collective. */
int wave_model_finalize(int id);

/* Makes one step. Collective. Before the first one, all input needs values of the present time or before;
 * after wave_model_resume() it is to be given again. */
int wave_model_update(int id);
/* Makes steps until a time [s], at which one must end. Collective. */
int wave_model_update_until(int id, int64_t time);
/* Writes a restart of the present time, besides those of the option output.restart. Collective. */
int wave_model_write_restart(int id);

/* [s] since the start date. */
int wave_model_get_current_time(int id, int64_t* time);
int wave_model_get_end_time(int id, int64_t* time);
int wave_model_get_time_step(int id, int64_t* seconds);
/* As "2024-01-01T00:00:00Z". Here and below, `size` is that of the buffer, with its final null. */
int wave_model_get_start_date(int id, char* buffer, int size);

/* The number of cells of this process, and that of all processes. Values of fields are in the order of the
 * cells of this process. */
int wave_model_get_grid_size(int id, int64_t* n_point, int64_t* n_global);
/* Of the n = n_point cells of this process: their indices in the mesh, from 0, and their longitudes and
 * latitudes [degrees] (in a plane x and y [m]). Each array may be NULL. */
int wave_model_get_grid_points(int id, int64_t n, int64_t* cells, double* lon, double* lat);

/* The fields that can be set: those whose kind in the case is `coupled`; and those that can be got. `i`
 * counts from 0. */
int wave_model_get_input_item_count(int id, int* count);
int wave_model_get_output_item_count(int id, int* count);
int wave_model_get_input_var_name(int id, int i, char* buffer, int size);
int wave_model_get_output_var_name(int id, int i, char* buffer, int size);
int wave_model_get_var_units(int id, const char* name, char* buffer, int size);
/* 1: numbers, or directions: angles [rad] of the way that waves go, counter-clockwise from east. 2: vectors,
 * to east and north. */
int wave_model_get_var_parts(int id, const char* name, int* parts);

/* Copies values of an input field at a time. From one such time to the next the field changes linearly; after
 * the last one it is held. Times ascend; values of the last time can be replaced. `n` is the length of the
 * arrays, n_point. Not collective. */
int wave_model_set_value(int id, const char* name, int64_t time, int64_t n, const double* values);
int wave_model_set_value_float(int id, const char* name, int64_t time, int64_t n, const float* values);
int wave_model_set_vector(int id, const char* name, int64_t time, int64_t n, const double* east,
                          const double* north);
int wave_model_set_vector_float(int id, const char* name, int64_t time, int64_t n, const float* east,
                                const float* north);
/* Copies values of an output field at the present time; missing ones, as a peak period under ice, are 0. The
 * input needs values, as for a step. Collective. */
int wave_model_get_value(int id, const char* name, int64_t n, double* values);
int wave_model_get_value_float(int id, const char* name, int64_t n, float* values);
int wave_model_get_vector(int id, const char* name, int64_t n, double* east, double* north);
int wave_model_get_vector_float(int id, const char* name, int64_t n, float* east, float* north);

/* For the Fortran interface. */
int wave_model_initialize_f(MPI_Fint comm, const char* case_file, const char* overrides, int* id);
int wave_model_resume_f(MPI_Fint comm, const char* case_file, const char* overrides, const char* date,
                        int* id);
int wave_model_refuse_time_f(int64_t time);

#ifdef __cplusplus
}
#endif
#endif
