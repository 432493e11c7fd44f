import { z } from 'zod';
import type { Endpoint } from './shared/endpoint.ts';
import { SearchText } from './shared/search-schema.ts';

/** A city by name with its state or country, and where it is, to a tenth of a degree. */
export const City = z.object({ name: z.string(), lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) });
export type City = z.infer<typeof City>;

/** A point with the name of the nearest city; null where none is known. */
export const NamedPoint = City.extend({ name: z.string().nullable() });
export type NamedPoint = z.infer<typeof NamedPoint>;

export const cityCalls = {
  'GET /cities': {
    summary: 'Suggests up to eight cities that begin with `search` (two letters or more), such as `portland, or`: the largest first.',
    access: 'anyone',
    rows: 'none',
    limit: 'search',
    query: z.object({ search: SearchText.default('') }),
    reply: z.array(City),
  },
} as const satisfies Record<string, Endpoint>;
