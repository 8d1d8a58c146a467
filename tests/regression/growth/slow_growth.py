#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A plain, slow reference implementation of waves that grow from rest at one point; it shares no code with the model.

It writes slow_growth.csv, with which test_duration_growth.cpp compares the model: the results, in double precision, of
the scheme of docs/theory/source_terms.md with source steps of 60, 300 and 600 s. References: the papers cited on that
page. Usage: slow_growth.py > slow_growth.csv (takes a minute)
"""

import numpy as np

GRAVITY, KAPPA, AIR_WATER, BETA_MAX = 9.806, 0.40, 1.225 / 1000.0, 1.2
N_DIR, N_FREQ, RATIO, LAMBDA = 36, 35, 1.1, 0.25
TINY = 1e-20
SHORTEST_STEP = 10.0
SMALL_SEA = 0.36  # [m]
LARGEST_LOSS = 0.025  # of the energy, by whitecapping less the input, in a source step
f = 0.04177248 * RATIO ** np.arange(N_FREQ)
f_last = f[-1]
sigma = 2.0 * np.pi * f
k = sigma**2 / GRAVITY  # deep water
slowness = k / sigma
df = 0.5 * f * (RATIO - 1.0 / RATIO)
df[0], df[-1] = 0.5 * f[0] * (RATIO - 1.0), 0.5 * f[-1] * (1.0 - 1.0 / RATIO)
RIPPLES = 1.25e-7 / f_last**4  # [m2] variance of the ripples at f_N that count as wind sea on calm water
dtheta = 2.0 * np.pi / N_DIR
theta = (np.arange(N_DIR) + 0.5) * dtheta
cosine = np.cos(theta)  # of the angle to the wind, which blows towards 0
ahead = np.maximum(cosine, 0.0)

# Whitecapping: C, delta and the power of k in the mean wavenumber. Wind input: alpha and z_alpha.
CONSTANTS = {"wam4": (4.5, 0.5, -0.5, 0.01, 0.011), "bja": (2.1, 0.6, 0.5, 0.0095, 0.011)}


def friction_velocity(wind, wave_stress, alpha):
    """u* and z0; solves u* ln(10 / z0) = kappa U10 by bisection."""
    low, high = np.maximum(np.sqrt(wave_stress / 0.999), 1e-4), 0.2 * wind
    for _ in range(60):
        middle = 0.5 * (low + high)
        above = middle * np.log(10.0 / roughness(middle, wave_stress, alpha)) > KAPPA * wind
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return middle, roughness(middle, wave_stress, alpha)


def roughness(ustar, wave_stress, alpha):
    return alpha * ustar**2 / GRAVITY / np.sqrt(np.maximum(1.0 - wave_stress / ustar**2, 1e-3))


def growth_rate(ustar, z0, z_alpha, cosine):
    """Janssen 1991, [cell, f, angle to the wind]."""
    x = (ustar[:, None] * slowness + z_alpha)[:, :, None] * np.maximum(cosine, 1e-9)
    z = np.minimum(np.log(k * z0[:, None])[:, :, None] + KAPPA / x, 0.0)
    return AIR_WATER * BETA_MAX / KAPPA**2 * np.exp(z) * z**4 * sigma[None, :, None] * x**2 * (cosine > 0.0)


def measured_growth_rate(ustar, cosine):
    """Komen et al. 1984, [cell, f, angle to the wind]."""
    rate = 0.25 * AIR_WATER * (28.0 * (ustar[:, None] * slowness)[:, :, None] * cosine - 1.0)
    return np.maximum(rate, 0.0) * sigma[None, :, None]


def wave_stress_of(e, growth, ustar, z0, z_alpha):
    """tau_w of the grid and of the tail above it; the tail is integrated over ln y by the midpoint rule."""
    carried = GRAVITY / AIR_WATER * dtheta * np.einsum("cfd,f,d->c", growth * e, df * slowness, cosine)
    n = 400
    log_first = np.minimum(np.log(2.0 * np.pi * f_last * np.sqrt(z0 / GRAVITY)), 0.0)
    log_y = log_first[:, None] * (1.0 - (np.arange(n) + 0.5) / n)
    x = ustar[:, None] * np.exp(log_y) / np.sqrt(GRAVITY * z0)[:, None] + z_alpha
    z = np.minimum(2.0 * log_y + KAPPA / x, 0.0)
    integral = (np.exp(z) * z**4).sum(axis=1) * -log_first / n
    strength = BETA_MAX / KAPPA**2 * (2.0 * np.pi) ** 4 * f_last**5 / GRAVITY**2
    tail = strength * ustar**2 * integral * dtheta * (e[:, -1] * ahead**3).sum(axis=1)
    return np.minimum(carried + tail, np.minimum(0.999 * ustar**2, 2.236))


def moment(spectrum, weight, tail):
    """The integral of E(f) weight df; the f^-5 tail adds `tail` per unit of E(f_N). `spectrum` is E [cell, f]."""
    return (spectrum * df * weight).sum(axis=1) + tail * spectrum[:, -1]


def mean_frequency(spectrum):
    return moment(spectrum, 1.0, f_last / 4.0) / (moment(spectrum, 1.0 / f, 0.2) + TINY)


def whitecapping_rate(setting, spectrum):
    """Whitecapping rates [cell, f] of Komen et al. (1984, 1994) and of Bidlot, Janssen and Abdalla (2005)."""
    m0 = moment(spectrum, 1.0, f_last / 4.0)
    power = CONSTANTS.get(setting, (0, 0, -0.5))[2]
    if power < 0.0:
        root, mean_f = moment(spectrum, k**-0.5, np.sqrt(GRAVITY) / (2.0 * np.pi) * 0.2), mean_frequency(spectrum)
    else:
        rising = f_last**2 / 3.0
        root = moment(spectrum, k**0.5, 2.0 * np.pi / np.sqrt(GRAVITY) * rising)
        mean_f = moment(spectrum, f, rising) / (m0 + TINY)
    mean_k = ((root + TINY) / (m0 + TINY)) ** (1.0 / power)
    strength = (2.0 * np.pi * mean_f * (mean_k**2 * m0) ** 2)[:, None]
    q = k / mean_k[:, None]
    if setting == "wam3":
        return 2.36e-5 / 3.02e-3**2 * strength * q
    c, delta = CONSTANTS[setting][:2]
    return c * strength * ((1.0 - delta) * q + delta * q**2)


def shares(target, low, step):
    """(i, weight) of the two bins around `target`: interpolates linearly between low(i) and low(i + 1)."""
    i = step(target)
    upper = (target - low(i)) / (low(i + 1) - low(i))
    return [(i, 1.0 - upper), (i + 1, upper)]


def in_frequency(factor):
    return shares(factor, lambda i: RATIO**i, lambda x: int(np.floor(np.log(x) / np.log(RATIO))))


def in_direction(degrees):
    around = shares(abs(degrees) * N_DIR / 360.0, float, lambda x: int(np.floor(x)))
    return [(int(np.sign(degrees)) * i, weight) for i, weight in around]


def legs_of(factor, degrees):
    """The four bins around an outer wave of a quadruplet: (frequency rows up, direction bins round, weight)."""
    return [(row, turn, w * v) for row, w in in_frequency(factor) for turn, v in in_direction(degrees)]


def nonlinear_transfer(e, constant=3000.0, outer=False):
    """S_nl and its derivative at the centre of the quadruplets, and at their outer waves if `outer` is set (Hasselmann
    et al. 1985); `constant` is C g^-4.

    There are zeros below the grid and the f^-5 tail above it.
    """
    below, above = 5, 9
    grid = np.zeros((len(e), below + N_FREQ + above, N_DIR))
    grid[:, below:-above] = e
    for i in range(above):
        grid[:, below + N_FREQ + i] = e[:, -1] * RATIO ** (-5.0 * (i + 1))
    rows = below + np.arange(N_FREQ + 4)
    strength = (constant * (f[0] * RATIO ** (rows - below)) ** 11)[None, :, None]
    source, slope = np.zeros_like(grid), np.zeros_like(grid)
    for mirror in (1, -1):
        plus, minus = legs_of(1.0 + LAMBDA, mirror * 11.48), legs_of(1.0 - LAMBDA, mirror * -33.56)
        gather = lambda legs: sum(w * np.roll(grid[:, rows + row], -turn, axis=2) for row, turn, w in legs)
        centre, p, m = grid[:, rows], (1.0 + LAMBDA) ** -4, (1.0 - LAMBDA) ** -4
        e_plus, e_minus = p * gather(plus), m * gather(minus)
        rate = strength * (centre**2 * (e_plus + e_minus) - 2.0 * centre * e_plus * e_minus)
        source[:, rows] -= 2.0 * rate
        slope[:, rows] -= 2.0 * strength * (2.0 * centre * (e_plus + e_minus) - 2.0 * e_plus * e_minus)
        for legs, own, other in ((plus, p, m * e_minus), (minus, m, p * e_plus)):
            by_leg = strength * own * (centre**2 - 2.0 * centre * other) if outer else 0.0 * rate
            for row, turn, w in legs:
                source[:, rows + row] += w * np.roll(rate, turn, axis=2)
                slope[:, rows + row] += w**2 * np.roll(by_leg, turn, axis=2)
    return source[:, below:-above], slope[:, below:-above]


def input_of(setting, wind, e, wave_stress):
    """u*, growth rates, growth rates along the wind and the next wave stress, by two iterations (`wam3` needs none)."""
    right_along = np.ones(1)
    if setting == "wam3":
        ustar = wind * np.sqrt((0.8 + 0.065 * wind) * 1e-3)
        along = measured_growth_rate(ustar, right_along)[:, :, 0]
        return ustar, measured_growth_rate(ustar, cosine), along, wave_stress
    alpha, z_alpha = CONSTANTS[setting][3:]
    for _ in range(2):
        ustar, z0 = friction_velocity(wind, wave_stress, alpha)
        growth = growth_rate(ustar, z0, z_alpha, cosine)
        wave_stress = wave_stress_of(e, growth, ustar, z0, z_alpha)
    return ustar, growth, growth_rate(ustar, z0, z_alpha, right_along)[:, :, 0], wave_stress


def wind_sea_frequency(spectrum):
    inverse = moment(spectrum, 1.0 / f, 0.2) + RIPPLES / f_last
    return (moment(spectrum, 1.0, f_last / 4.0) + RIPPLES) / inverse


def sub_step(left, spectrum, loss, wind_sea, along, limit, largest):
    """The length [s] of equal parts of `left`, in each of which wind adds the share `largest` to the wind sea's energy;
    above a height of SMALL_SEA the share falls with the root of the height. Net of the input, whitecapping takes no
    more than LARGEST_LOSS of all energy in a part.

    Parts are at most a quarter longer, and need not be shorter than SHORTEST_STEP. At each frequency, no more than the
    limiter's bound [per s] over a third of all directions counts.
    """
    energy = wind_sea * df
    energy[:, -1] += RIPPLES
    lost = (spectrum * loss * df).sum(axis=1) - (energy * along).sum(axis=1)
    whole = (spectrum * df).sum(axis=1) + RIPPLES
    gain = np.minimum(energy * along, limit * df * 2.0 * np.pi / 3.0).sum(axis=1)
    energy = energy.sum(axis=1)
    share = largest * np.minimum(np.sqrt(SMALL_SEA / (4.0 * np.sqrt(energy))), 1.0)
    by_growth = share * energy / np.maximum(gain, 1e-6 * energy)
    by_loss = LARGEST_LOSS * whole / np.maximum(lost, 1e-6 * whole)
    wanted = np.maximum(np.minimum(by_growth, by_loss), SHORTEST_STEP)
    return left / np.maximum(np.floor(left / wanted + 0.75), 1.0)


def mean_relaxation(y):
    """The mean of exp(-y t) over t = 0 .. 1, if exp(-y) is replaced by its Pade approximant with powers 1 and 2."""
    pade = (1.0 - y / 3.0) / (1.0 + 2.0 * y / 3.0 + y**2 / 6.0)
    return np.where(np.abs(y) < 1e-9, 1.0, (1.0 - pade) / np.where(np.abs(y) < 1e-9, 1.0, y))


def hold_to_budget(e, new, due, moved, last):
    """`new`, with all rises reduced by one factor if its total gain exceeds that of `due` plus any gain of `moved`."""
    weight = (df * (np.arange(N_FREQ) <= last[:, None]))[:, :, None]
    total = lambda x: (weight * x).sum(axis=(1, 2))
    beyond = np.maximum(total(new - e) - total(due) - np.maximum(total(moved), 0.0), 0.0)
    rise = np.maximum(new - e, 0.0)
    return new - np.minimum(beyond / np.maximum(total(rise), TINY), 1.0)[:, None, None] * rise


def advance(setting, wind, e, wave_stress, left):
    """One sub-step of at most `left` [s] per cell; returns E, the wave stress, u* and the lengths used [s]."""
    ustar, growth, along, wave_stress = input_of(setting, wind, e, wave_stress)
    spectrum = e.sum(axis=2) * dtheta
    loss = whitecapping_rate(setting, spectrum)[:, :, None]
    wind_sea = 28.0 * (ustar[:, None] * slowness)[:, :, None] * cosine >= 1.0
    f_pm = GRAVITY / (2.0 * np.pi * 28.0 * ustar)
    wind_sea = (e * wind_sea).sum(axis=2) * dtheta
    mean = np.maximum(mean_frequency(spectrum), wind_sea_frequency(wind_sea))
    f_tail = np.minimum(np.maximum(2.5 * mean, 3.0 * f_pm), f_last)
    limit = 3e-7 * GRAVITY * f_last * f**-4 * np.maximum(ustar[:, None], 5.6e-3 * GRAVITY / f)
    sub_steps = sub_step(left, spectrum, loss[:, :, 0], wind_sea, along, limit, 0.24 if setting == "bja" else 0.3)
    dt = sub_steps[:, None, None]
    ratio = np.maximum(f_pm, 0.5 * f_tail)[:, None] / f
    linear = 1.5e-3 / GRAVITY**2 * ustar[:, None] ** 4 * np.exp(-(np.minimum(ratio, 4.0) ** 4)) * (ratio < 2.0)
    transfer, slope = nonlinear_transfer(e)
    source = (growth - loss) * e + linear[:, :, None] * ahead**4 + transfer
    by_wind = np.abs(transfer) < 0.5 * (growth - loss) * e
    y = np.maximum(-dt * (growth - loss + slope), np.where(by_wind, -0.7, 0.0))
    change = dt * source * mean_relaxation(y)
    limit = limit[:, :, None] * dt
    new = np.maximum(e + np.clip(change, -limit - dt * loss * e, limit), 0.0)  # whitecapping widens the lower bound
    last = np.clip(np.rint(np.log(f_tail / f[0]) / np.log(RATIO)), 0, N_FREQ - 1).astype(int)
    x = np.clip(dt * (growth - loss), 0.0, 0.7)
    speed_up = 1.0 + x / 2.0 + x**2 / 6.0
    due = dt * speed_up * ((growth - loss * mean_relaxation(dt * loss)) * e + linear[:, :, None] * ahead**4)
    e = hold_to_budget(e, new, due, dt * transfer, last)
    for cell, row in enumerate(last):
        e[cell, row + 1 :] = e[cell, row] * ((f[row] / f[row + 1 :]) ** 5)[:, None]
    return e, wave_stress, ustar, sub_steps


def main():
    winds, hours = np.array([5.0, 10.0, 15.0, 20.0, 30.0]), (1, 3, 6, 12, 24)
    print("# Growth from rest, one point, deep water, constant wind, by slow_growth.py; tests/regression/growth.")
    print("setting,step_s,U10_m_s,hours,Hs_m,ustar_m_s")
    for setting in ("wam3", "wam4", "bja"):
        for step in (60, 300, 600):
            e, wave_stress = np.zeros((len(winds), N_FREQ, N_DIR)), np.zeros(len(winds))
            ustar = wave_stress
            for n in range(1, 24 * 3600 // step + 1):
                left = np.full(len(winds), float(step))
                while (walking := left > 0.0).any():
                    new, new_stress, new_ustar, sub_steps = advance(setting, winds, e, wave_stress, left)
                    e = np.where(walking[:, None, None], new, e)
                    wave_stress = np.where(walking, new_stress, wave_stress)
                    ustar = np.where(walking, new_ustar, ustar)
                    left = left - sub_steps
                if n * step / 3600 in hours:
                    height = 4.0 * np.sqrt(moment(e.sum(axis=2) * dtheta, 1.0, f_last / 4.0))
                    for row in zip(winds, height, ustar):
                        print(f"{setting},{step},{row[0]:.0f},{n * step // 3600},{row[1]:.5f},{row[2]:.5f}")


if __name__ == "__main__":
    main()
