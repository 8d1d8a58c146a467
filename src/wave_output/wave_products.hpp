// SPDX-License-Identifier: Apache-2.0
// The single list of what a run of the wave model writes, built from the settings. To add a kind of output,
// write a class and add an entry here.
#pragma once

#include "output/product_list.hpp"
#include "wave_output/spectra_file.hpp"
#include "wave_output/wave_output_settings.hpp"

namespace groundswell {

// Checks the settings and finds all cells that are needed, before any file is created. `axes` are those of
// the rows that the caller provides, which are spectra E [freq * dir]. Throws Error on all ranks for invalid
// settings, such as unknown or repeated names, and for tracks and nested meshes that cannot be used.
// Collective.
ProductList make_wave_products(const OutputSettings& settings, const OutputContext& context,
                               const SpectralAxes& axes);

// The kinds of output, each of which may be written by a separate server (server_shares.hpp).
enum class OutputKind { restart, fields, points, boundaries, tracks, lat_lon };
OutputKind kind_of(const Product& product);

}  // namespace groundswell
