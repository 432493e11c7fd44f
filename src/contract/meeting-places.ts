import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { Id } from './shared/text.ts';

/** What makes a place safe to meet: people, daylight, cameras. */
export const MeetingPlaceKind = z.enum(['police', 'library', 'mall', 'bank', 'public_building']);
export type MeetingPlaceKind = z.infer<typeof MeetingPlaceKind>;

/** A public place to meet; street and city are blank where the operator's list doesn't say. */
export const MeetingPlace = z.object({ _id: z.string(), name: z.string(), kind: MeetingPlaceKind, street: z.string(), city: z.string() });
export type MeetingPlace = z.infer<typeof MeetingPlace>;

/** The places, nearest to the phone first, and whom their list credits, if anybody. */
export const MeetingPlaces = z.object({ places: z.array(MeetingPlace), credits: z.array(z.string()) });
export type MeetingPlaces = z.infer<typeof MeetingPlaces>;

export const meetingPlaceCalls = {
  'GET /orders/:orderId/places': {
    summary: 'Suggests public places to meet near a paid order’s phone; `search` finds words of the name, kind, street and city.',
    access: 'signed-in',
    rows: 'own',
    limit: 'search',
    params: z.object({ orderId: Id }),
    query: z.object({ search: z.string().max(200).optional() }),
    reply: MeetingPlaces,
  },
} as const satisfies Record<string, Endpoint>;
