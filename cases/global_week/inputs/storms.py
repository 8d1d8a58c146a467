# SPDX-License-Identifier: Apache-2.0
"""The three storms of the case, their winds, and distances on the sphere of the model.

Angles are in degrees, bearings clockwise from north, distances in metres, speeds in m/s, times in hours since the
start of the run.
"""

from dataclasses import dataclass

import numpy as np

EARTH_RADIUS = 6371000.0
INFLOW = 20.0  # by how much the wind is turned towards the centre [degrees]


@dataclass(frozen=True)
class Storm:
    """A vortex that travels along a great circle, grows and fades.

    Its wind is highest at `peak` hours, `max_speed` at `radius` from the centre, which is then at `lon`, `lat`; it
    begins `half_life` hours earlier and ends `half_life` hours later.
    """

    name: str
    lon: float
    lat: float
    peak: float
    half_life: float
    max_speed: float
    radius: float
    travel_speed: float
    travel_to: float

    def strength(self, hour):
        """Part of max_speed, cos^2 in time: 1 at the peak, 0 before the storm and after it."""
        age = np.clip((np.asarray(hour) - self.peak) / self.half_life, -1, 1)
        return np.cos(np.pi / 2 * age) ** 2

    def centre(self, hour):
        """Longitude and latitude of the centre."""
        way = self.travel_speed * 3600 * (np.asarray(hour) - self.peak)
        return destination(self.lon, self.lat, self.travel_to, way)

    def wind(self, lon, lat, hour):
        """Eastward and northward wind at places, of the vortex alone.

        The speed V x exp((1 - x^2) / 2), x = distance / radius, is that of a stream function of Gaussian shape: it
        decays to 1 % of V within 3.6 radii. A northern storm turns counter-clockwise, a southern one clockwise.
        """
        centre = self.centre(hour)
        x = distance(*centre, lon, lat) / self.radius
        speed = self.max_speed * self.strength(hour) * x * np.exp((1 - x**2) / 2)
        hemisphere = 1 if self.lat > 0 else -1
        # Inwards is the bearing of the centre; the wind blows to its right in the north, turned inwards by INFLOW.
        to = np.radians(bearing(lon, lat, *centre) + hemisphere * (90 - INFLOW))
        return speed * np.sin(to), speed * np.cos(to)


#            name             lon    lat  peak half_life  max radius  speed  to
STORMS = (
    Storm("North Pacific", 172.0, 40.0, 36.0, 30.0, 23.0, 350e3, 11.0, 80.0),
    Storm("North Atlantic", -38.0, 50.0, 60.0, 30.0, 23.0, 350e3, 13.0, 65.0),
    Storm("Southern Ocean", 80.0, -48.0, 48.0, 30.0, 21.0, 400e3, 11.0, 105.0),
)


def distance(lon_1, lat_1, lon_2, lat_2):
    """Great-circle distance."""
    lon_1, lat_1, lon_2, lat_2 = (np.radians(angle) for angle in (lon_1, lat_1, lon_2, lat_2))
    haversine = np.sin((lat_2 - lat_1) / 2) ** 2 + np.cos(lat_1) * np.cos(lat_2) * np.sin((lon_2 - lon_1) / 2) ** 2
    return 2 * EARTH_RADIUS * np.arcsin(np.sqrt(np.minimum(haversine, 1)))


def bearing(lon_1, lat_1, lon_2, lat_2):
    """Bearing, at the first place, of the great circle to the second."""
    lon_1, lat_1, lon_2, lat_2 = (np.radians(angle) for angle in (lon_1, lat_1, lon_2, lat_2))
    east = np.sin(lon_2 - lon_1) * np.cos(lat_2)
    north = np.cos(lat_1) * np.sin(lat_2) - np.sin(lat_1) * np.cos(lat_2) * np.cos(lon_2 - lon_1)
    return np.degrees(np.arctan2(east, north))


def destination(lon, lat, to, way):
    """Longitude and latitude at the distance `way` along the great circle that leaves a place with bearing `to`."""
    lon, lat, to = np.radians(lon), np.radians(lat), np.radians(to)
    angle = np.asarray(way) / EARTH_RADIUS
    sine = np.sin(lat) * np.cos(angle) + np.cos(lat) * np.sin(angle) * np.cos(to)
    east = np.sin(to) * np.sin(angle) * np.cos(lat)
    there = lon + np.arctan2(east, np.cos(angle) - np.sin(lat) * sine)
    return np.degrees(there), np.degrees(np.arcsin(np.clip(sine, -1, 1)))
