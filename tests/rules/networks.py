"""Three networks on the USA board that can lie side by side, with tickets that they complete (1910 and Mega)."""

from __future__ import annotations

EAST = [
    "boston-new_york",
    "new_york-pittsburgh",
    "chicago-pittsburgh",
    "chicago-saint_louis",
    "nashville-saint_louis",
    "atlanta-nashville",
    "atlanta-raleigh",
    "raleigh-washington",
]
EAST_TICKETS = ["chicago-boston", "chicago-new_york", "nashville-new_york", "chicago-atlanta", "washington-atlanta"]

WEST = [
    "calgary-seattle",
    "seattle-vancouver",
    "portland-seattle",
    "portland-salt_lake_city",
    "las_vegas-salt_lake_city",
    "las_vegas-los_angeles",
    "denver-salt_lake_city",
    "denver-oklahoma_city",
]
WEST_TICKETS = [
    "los_angeles-calgary",
    "seattle-las_vegas",
    "los_angeles-oklahoma_city",
    "vancouver-denver",
    "seattle-oklahoma_city",
]

MIDDLE = [
    "duluth-winnipeg",
    "duluth-omaha",
    "kansas_city-omaha",
    "kansas_city-oklahoma_city",
    "oklahoma_city-santa_fe",
    "dallas-oklahoma_city",
    "dallas-houston",
    "houston-new_orleans",
]
MIDDLE_TICKETS = ["duluth-dallas", "omaha-new_orleans", "winnipeg-santa_fe"]

# Seats 0, 1 and 2 own one network each.
ALL_THREE = {route: seat for seat, network in enumerate((EAST, WEST, MIDDLE)) for route in network}
ELSEWHERE = ["phoenix-boston", "las_vegas-miami", "portland-pittsburgh", "san_francisco-washington"]
ELSEWHERE += ["sault_st_marie-miami", "toronto-charleston"]  # tickets that none of them completes
