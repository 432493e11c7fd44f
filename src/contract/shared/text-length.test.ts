import { expect, test } from 'vitest';
import type { z } from 'zod';
import { calls } from '../calls.ts';

type Schema = z.ZodType & { def: Record<string, unknown> };

/** Every text that a schema accepts, with its path. */
function* textsIn(schema: Schema | undefined, path: string): Generator<[string, Schema]> {
  if (!schema) return;
  const { def } = schema;
  if (def.type === 'string') yield [path, schema];
  for (const name of ['innerType', 'in', 'out', 'element', 'keyType', 'valueType']) yield* textsIn(def[name] as Schema | undefined, path);
  for (const option of (def.options as Schema[] | undefined) ?? []) yield* textsIn(option, path);
  for (const [key, inner] of Object.entries((def.shape as Record<string, Schema> | undefined) ?? {})) yield* textsIn(inner, `${path}.${key}`);
}

const given = Object.entries(calls).flatMap(([name, call]) =>
  (['params', 'query', 'body'] as const).flatMap((part) => [...textsIn((call as Record<string, unknown>)[part] as Schema | undefined, `${name} ${part}`)]),
);

test('Every text that a call accepts has a length limit, which is checked first', () => {
  expect(given.length).toBeGreaterThan(100);
  const long = 'x'.repeat(200_000);
  const unlimited = given.filter(([, schema]) => schema.safeParse(long).success).map(([path]) => path);
  expect(unlimited).toEqual([]);
});

test('A megabyte of spaces, symbols or digits in any text of a call is read to its end or refused', () => {
  const texts = [' ', '@', '1'].map((piece) => piece.repeat(900_000 / piece.length));
  for (const [path, schema] of given)
    for (const text of texts) {
      const { data, success } = schema.safeParse(text);
      if (success) expect(JSON.stringify(data ?? '').length, path).toBeLessThan(20_000);
    }
});
