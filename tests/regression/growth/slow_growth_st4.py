#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A plain, slow reference implementation of waves that grow from rest at one point with the package st4.

It shares no code with the model, only grid, means and transfer with slow_growth.py. It writes slow_growth_st4.csv: the
results, in double precision, of source steps of 20 s without any refinement: S dt / max(1, 1 - dt dS/dE), then the
limiter of Hersbach and Janssen (1999) and the tail. There is no bound on the drag but that of the wave stress.
References: Ardhuin et al. 2010 (J. Phys. Oceanogr. 40, 1917); Ardhuin, Chapron and Collard 2009 (Geophys. Res. Lett.
36, L06607); WAVEWATCH III of March 2024, whose set T471 this is.

Usage: slow_growth_st4.py > slow_growth_st4.csv (takes minutes); slow_growth_st4.py 300 0.3: steps of 300 s divided so
that wind adds at most that share to the young sea, of 10 and 20 m/s and up to 24 hours.
"""

import sys

import numpy as np
from slow_growth import (
    AIR_WATER,
    GRAVITY,
    KAPPA,
    N_DIR,
    N_FREQ,
    RATIO,
    RIPPLES,
    SHORTEST_STEP,
    TINY,
    ahead,
    cosine,
    df,
    dtheta,
    f,
    f_last,
    k,
    mean_frequency,
    moment,
    nonlinear_transfer,
    sigma,
    slowness,
    theta,
)

ALPHA, BETA_MAX, Z_ALPHA, SHELTERING, WAVE_STRESS_LIMIT = 0.0095, 1.43, 0.006, 0.3, 2.236
# Damping by the air: turbulent; its parts by wind; viscous; threshold and width in Re [m]; roughness; viscosity.
S1, S2, S3, S5, S4, S7, Z_R, AIR_VISCOSITY = 0.66, -0.018, 0.022, 1.2, 1.5e5, 3.6e5, 0.04, 1.4e-5
C_BREAKING, THRESHOLD, ISOTROPIC, SECTOR, C_CUMULATIVE = 2.2e-5, 9e-4, 0.3, 8, 0.40344
TRANSFER = 2.5e7 / GRAVITY**4
TAIL_NODES = 48

turns = np.arange(N_DIR)
between = (turns[:, None] - turns + N_DIR // 2) % N_DIR - N_DIR // 2  # bins from one direction to another
IN_SECTOR = np.cos(between * dtheta) ** 2 * (np.abs(between) <= SECTOR) * dtheta
SATURATION = k**3 * 0.5 * GRAVITY / sigma / (2.0 * np.pi)


def crossing_speeds():
    """The transform in the angle of |c - c'| dk' dtheta [f, f', harmonic], for c' at least five rows below."""
    c = GRAVITY / sigma
    squared = c[:, None] ** 2 + c**2
    speed = np.sqrt(squared[:, :, None] - 2.0 * (c[:, None] * c)[:, :, None] * np.cos(turns * dtheta) + TINY)
    dk = sigma**2 * (RATIO - 1.0 / RATIO) / GRAVITY
    rows = np.arange(N_FREQ)
    below = rows[None, :] <= rows[:, None] - round(0.5 / (RATIO - 1.0))
    return np.fft.rfft(speed * (below * dk)[:, :, None] * dtheta, axis=2).real


CROSSING = crossing_speeds().transpose(2, 0, 1)


def friction_factors():
    """log10(a/z0r) and f_w of a rough oscillating layer (Grant and Madsen 1979), by series of the Kelvin functions."""
    ratio = 10.0 ** np.arange(0.45, 8.0, 0.005)
    factor = np.full(len(ratio), 0.05)
    for _ in range(100):
        z = 2.0 / np.sqrt(21.2 * KAPPA * ratio * np.sqrt(factor)) * np.exp(0.25j * np.pi)
        term, harmonic, bessel_i, series = 1.0, 0.0, 1.0, 0.0
        for n in range(1, 30):
            term, harmonic = term * (z / 2.0 / n) ** 2, harmonic + 1.0 / n
            bessel_i, series = bessel_i + term, series + harmonic * term
        kelvin = series - (np.log(z / 2.0) + np.euler_gamma) * bessel_i
        factor = 0.5 * (factor + 0.08 / np.abs(kelvin) ** 2)
    return np.log10(ratio), np.minimum(factor, 0.5)


FRICTION_FACTORS = friction_factors()


def friction_velocity(wind, wave_stress):
    """u* and z0 by bisection."""
    low, high = np.sqrt(wave_stress + 1e-5), 0.2 * wind
    for _ in range(45):
        u = 0.5 * (low + high)
        z0 = ALPHA * u**2 / GRAVITY / np.sqrt(1.0 - wave_stress / u**2)
        above = u * np.log(10.0 / z0) > KAPPA * wind
        low, high = np.where(above, low, u), np.where(above, u, high)
    return u, 10.0 * np.exp(-KAPPA * wind / u)


def miles_rate(freq, u, z0, inverse_cosine, squared_cosine):
    """Growth rates [cell, angle] of a row for the sheltered u* and cosines > 0.01."""
    x = u * slowness[freq] + Z_ALPHA
    z = np.minimum(np.log(k[freq] * z0)[:, None] + KAPPA / x[:, None] * inverse_cosine, 0.0)
    strength = AIR_WATER * BETA_MAX / KAPPA**2 * sigma[freq] * x**2
    return strength[:, None] * np.exp(z) * z**4 * squared_cosine


def damping_coefficients(spectrum, ustar, z0):
    """The shares of viscous and turbulent air, and f_w u_orb [m s-1]."""
    m0 = (spectrum * df).sum(axis=1)
    orbital = 2.0 * np.sqrt((spectrum * df * sigma**2).sum(axis=1))
    turbulent = 0.5 + 0.5 * np.tanh((8.0 * orbital * m0 / AIR_VISCOSITY - S4) / S7)
    roughness = np.maximum(0.1 * AIR_VISCOSITY / np.maximum(ustar, 0.01), Z_R * z0)
    ratio = np.maximum(2.0 * np.sqrt(m0) / roughness, 3.0)
    return 1.0 - turbulent, turbulent, np.interp(np.log10(ratio), *FRICTION_FACTORS) * orbital


ACTIVE = np.flatnonzero(cosine > 0.01)
INVERSE_COSINE, SQUARED_COSINE = 1.0 / cosine[ACTIVE], cosine[ACTIVE] ** 2
ONE = np.ones(1)


def sheltered_input(e, spectrum, ustar, z0):
    """Growth and damping rates, growth rates of waves right along the sheltered wind, and the next wave stress.

    The sea is symmetrical about the wind, so that the stress that longer waves take never turns it.
    """
    viscous, turbulent, orbital = damping_coefficients(spectrum, ustar, z0)
    growth, damping, along = np.zeros_like(e), np.zeros_like(e), np.zeros_like(spectrum)
    taken = np.zeros_like(ustar)
    for i in range(N_FREQ):
        u = np.minimum(np.sqrt(ustar**2 - SHELTERING * taken), np.maximum(ustar, 0.3))
        growth[:, i, ACTIVE] = miles_rate(i, u, z0, INVERSE_COSINE, SQUARED_COSINE)
        along[:, i] = miles_rate(i, u, z0, ONE, ONE)[:, 0]
        laminar = S5 * 2.0 * k[i] * np.sqrt(2.0 * AIR_VISCOSITY * sigma[i]) * viscous
        rough = orbital[:, None] + (S3 + S2 * cosine) * u[:, None]
        rough = (S1 * 16.0 * sigma[i] ** 2 / GRAVITY * turbulent)[:, None] * rough
        damping[:, i] = -AIR_WATER * (laminar[:, None] + rough)
        net = np.maximum(growth[:, i] + damping[:, i], 0.0) * e[:, i]
        taken = taken + GRAVITY / AIR_WATER * df[i] * dtheta * slowness[i] * (net @ cosine)
    u = np.sqrt(ustar**2 - SHELTERING * taken)
    stress = taken + tail_stress(e[:, -1] @ ahead**3 * dtheta, u, z0)
    return growth, damping, along, np.minimum(np.minimum(stress, WAVE_STRESS_LIMIT), ustar**2 - 1e-5)


def tail_stress(last, u, z0):
    """Stress of the waves above f_N, by a march in ln y with falling u*."""
    level = (2.0 * np.pi) ** 4 * f_last**5 / GRAVITY**2 * last
    first = np.log(np.maximum(2.0 * np.pi * f_last, 0.05 * GRAVITY / u) * np.sqrt(z0 / GRAVITY))
    step = np.maximum(-first, 0.0) / TAIL_NODES
    tau, part = u**2, 0.0
    for q in range(TAIL_NODES):
        y = np.exp(first + (q + 0.5) * step)
        now = np.sqrt(tau * (1.0 - 0.5 * part))
        z = np.minimum(0.0, 2.0 * np.log(y) + np.minimum(KAPPA / (now * y / np.sqrt(GRAVITY * z0) + Z_ALPHA), 20.0))
        part = level * BETA_MAX / KAPPA**2 * np.exp(z) * z**4 * step
        tau = tau * np.exp(-part)
    return u**2 - tau


def breaking_rates(e):
    """Loss rates by breaking and by the cumulative effect of longer breakers, together; Ardhuin et al. 2010."""
    saturation = SATURATION[:, None] * (e @ IN_SECTOR)
    excess = lambda b: np.maximum(b / THRESHOLD - 1.0, 0.0) ** 2
    own = ISOTROPIC * excess(saturation.max(axis=2, keepdims=True)) + (1.0 - ISOTROPIC) * excess(saturation)
    crests = 28.16 / (2.0 * np.pi**2) * np.maximum(np.sqrt(saturation) - np.sqrt(THRESHOLD), 0.0) ** 2
    harmonics = np.fft.rfft(crests, axis=2).transpose(2, 1, 0)
    crossed = np.fft.irfft((CROSSING @ harmonics).transpose(2, 1, 0), N_DIR, axis=2)
    return C_BREAKING * sigma[:, None] * own + C_CUMULATIVE * crossed


def part_length(left, e, along, ustar, largest):
    """Equal parts of `left` [s], in each of which wind adds the share `largest` to the wind sea and the ripples."""
    wind_sea = 28.0 * (ustar[:, None] * slowness)[:, :, None] * cosine >= 1.0
    energy = (e * wind_sea).sum(axis=2) * dtheta * df
    energy[:, -1] += RIPPLES
    gain = (energy * along).sum(axis=1)
    wanted = np.maximum(largest * energy.sum(axis=1) / np.maximum(gain, TINY), SHORTEST_STEP)
    return left / np.maximum(np.floor(left / wanted + 0.75), 1.0)


def advance(wind, e, wave_stress, left, largest):
    """One step of `left` [s], or a part of it if `largest` is given; returns E, wave stress, u*, the part's length."""
    spectrum = e.sum(axis=2) * dtheta
    for _ in range(2):
        ustar, z0 = friction_velocity(wind, wave_stress)
        growth, damping, along, wave_stress = sheltered_input(e, spectrum, ustar, z0)
    length = part_length(left, e, along, ustar, largest) if largest else left
    dt = length[:, None, None]
    f_pm = GRAVITY / (2.0 * np.pi * 28.0 * ustar)
    mean = np.where(spectrum.any(axis=1), mean_frequency(spectrum), f_last)
    f_tail = np.minimum(np.maximum(2.5 * mean, 4.0 * f_pm), f_last)
    ratio = np.maximum(f_pm, 0.5 * f_tail)[:, None] / f
    linear = 1.5e-3 / GRAVITY**2 * ustar[:, None] ** 4 * np.exp(-(np.minimum(ratio, 4.0) ** 4)) * (ratio < 2.0)
    transfer, slope = nonlinear_transfer(e, TRANSFER, outer=True)
    rate = growth + damping - breaking_rates(e)
    change = dt * (rate * e + transfer + linear[:, :, None] * ahead**4) / np.maximum(1.0, 1.0 - dt * (rate + slope))
    limit = dt * (3e-7 * GRAVITY * f_last * f**-4 * np.maximum(ustar[:, None], 5.6e-3 * GRAVITY / f))[:, :, None]
    e = np.maximum(e + np.clip(change, -limit, limit), 0.0)
    last = np.clip(np.rint(np.log(f_tail / f[0]) / np.log(RATIO)), 0, N_FREQ - 1).astype(int)
    for cell, row in enumerate(last):
        e[cell, row + 1 :] = e[cell, row] * ((f[row] / f[row + 1 :]) ** 5)[:, None]
    return e, wave_stress, ustar, length


def parameters(e):
    """Hs [m], fp [Hz], Tm02 [s] and spread [degree] of each cell, with tail."""
    spectrum = e.sum(axis=2) * dtheta
    m0, m2 = moment(spectrum, 1.0, f_last / 4.0), moment(spectrum, f**2, f_last**3 / 2.0)
    towards = moment((e * np.exp(1j * theta)).sum(axis=2) * dtheta, 1.0, f_last / 4.0)
    peaks = []
    for row in spectrum:
        i = int(row.argmax())
        if 0 < i < N_FREQ - 1:
            a, b, _ = np.polyfit(f[i - 1 : i + 2] / f[i], row[i - 1 : i + 2] / row[i], 2)
        peaks.append(f[i] * (-b / (2.0 * a)) if 0 < i < N_FREQ - 1 else f[i])
    return 4.0 * np.sqrt(m0), np.array(peaks), np.sqrt(m0 / m2), np.rad2deg(np.sqrt(2.0 * (1.0 - np.abs(towards) / m0)))


def grow(winds, step, largest, hours):
    """Prints parameters at the given hours [h]."""
    e, wave_stress, ustar = np.zeros((len(winds), N_FREQ, N_DIR)), np.zeros(len(winds)), np.zeros(len(winds))
    parts = np.zeros(len(winds))
    for n in range(1, int(hours[-1] * 3600 / step) + 1):
        left = np.full(len(winds), step)
        while (walking := left > 1e-9).any():
            new, new_stress, new_ustar, length = advance(winds, e, wave_stress, left, largest)
            e = np.where(walking[:, None, None], new, e)
            wave_stress, ustar = np.where(walking, new_stress, wave_stress), np.where(walking, new_ustar, ustar)
            left, parts = left - length, parts + walking
        if n * step / 3600 in hours:
            for row in zip(winds, *parameters(e), ustar):
                print(f"st4,{step:.0f}", end=",")
                print("{:.0f},{},{:.5f},{:.6f},{:.5f},{:.3f},{:.5f}".format(row[0], round(n * step / 3600), *row[1:]))
            print(f"{n * step / 3600:.0f} h: steps {parts}", file=sys.stderr)


def main():
    print("# Growth from rest with st4, one point, deep water, constant wind, by slow_growth_st4.py.")
    print("setting,step_s,U10_m_s,hours,Hs_m,fp_Hz,Tm02_s,spread_deg,ustar_m_s", flush=True)
    if len(sys.argv) > 1:
        largest = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0
        grow(np.array([10.0, 20.0]), float(sys.argv[1]), largest, (1, 3, 6, 12, 24))
    else:
        grow(np.array([5.0, 10.0, 15.0, 20.0, 30.0]), 20.0, 0.0, (1, 3, 6, 12, 24, 48, 72))
        grow(np.array([10.0, 20.0]), 300.0, 0.0, (1, 3, 6, 12, 24, 48, 72))


if __name__ == "__main__":
    main()
