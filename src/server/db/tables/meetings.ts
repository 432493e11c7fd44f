import type { Moment } from './moment.ts';

/** A time and place that one side of a paid order proposed; one at a time waits for the other side's answer. */
export type MeetingProposalsTable = {
  id: string;
  order_id: string;
  by_side: 'buyer' | 'seller';
  by_id: string;
  at: Moment;
  place: string;
  /** `superseded`: somebody proposed another, or another was agreed. `withdrawn`: taken back, or called off after it was agreed. */
  state: 'proposed' | 'accepted' | 'declined' | 'superseded' | 'withdrawn';
  created_at: Moment;
};

/** The meeting that was last agreed for an order, also after it was called off. The agreed place is in `fulfillments`. */
export type MeetingsTable = {
  order_id: string;
  at: Moment;
  /** How many times a meeting was agreed. */
  changes: number;
  /** When both are reminded next; null: no more. */
  remind_at: Moment | null;
};

/** A meeting that one side says the other missed. */
export type NoShowsTable = {
  id: string;
  order_id: string;
  absent_side: 'buyer' | 'seller';
  absent_id: string;
  reporter_id: string;
  meet_at: Moment;
  reported_at: Moment;
  /** Null: not answered, which counts against the absent side a day later if the order waited for it or was canceled. `admitted` counts too. */
  result: 'denied' | 'admitted' | 'withdrawn' | null;
};

/** A public place to meet, from the operator's list; coordinates in millionths of a degree. */
export type MeetingPlacesTable = {
  id: string;
  name: string;
  kind: 'police' | 'library' | 'mall' | 'bank' | 'public_building';
  street: string;
  city: string;
  /** The city, folded; blank where the list doesn't say. */
  city_key: string;
  /** Name, kind, street and city, folded. */
  search_key: string;
  lat: number;
  lon: number;
  /** Whom its list credits; blank: nobody. */
  credit: string;
};
