/** Public places to meet, from the operator's list; coordinates in millionths of a degree. */
export const meetingPlaces = [
  `create table if not exists meeting_places (
    id text primary key, name text not null, kind text not null, street text not null, city text not null, city_key text not null,
    search_key text not null, lat bigint not null, lon bigint not null, credit text not null)`,
  'create index if not exists meeting_places_by_city on meeting_places (city_key, name)',
  'create index if not exists meeting_places_by_spot on meeting_places (lat, lon)',
];
