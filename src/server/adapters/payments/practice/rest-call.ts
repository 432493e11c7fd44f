import type { Form } from './form.ts';
import type { Reader } from './objects.ts';
import type { Work } from './queries.ts';

/** One call of the REST API: its caller, origin, time and form. `id` is the one in the path. */
export type RestCall = { reader: Reader; origin: string; now: number; id: string; form: Form };
export type Answer = { status: number; body: unknown };
export type Operation = (work: Work, call: RestCall) => Promise<Answer>;
