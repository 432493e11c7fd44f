import { z } from 'zod';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/shared/endpoint.ts';

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
};

/** Every text field in a call's body, by call and field: `POST /products specification.SIM`; `*` is each member of a list. */
export function textFields(): string[] {
  return Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { body }]) =>
    body ? fieldsIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema, '').map((field) => `${name} ${field}`) : [],
  );
}

function fieldsIn(schema: Schema, at: string): string[] {
  const { type, properties = {}, items, additionalProperties } = schema;
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((choice) => fieldsIn(choice, at));
  const inner = Object.entries(properties).flatMap(([name, one]) => fieldsIn(one, at === '' ? name : `${at}.${name}`));
  const others = typeof additionalProperties === 'object' ? fieldsIn(additionalProperties, `${at}.*`) : [];
  const members = items ? fieldsIn(items, `${at}.*`) : [];
  // The contract parses fields without a type itself, from text or number.
  const saysNothing = type === undefined && choices.length === 0 && Object.keys(schema).every((key) => key === 'default' || key === 'description');
  const isText = saysNothing || [type].flat().includes('string');
  return [...new Set([...choices, ...inner, ...others, ...members, ...(isText ? [at] : [])])];
}

/** The fields of a request that contain one of `texts`, named as in `textFields`. */
export function fieldsHolding(texts: ReadonlySet<string>, { method, path, body }: { method: string; path: string; body: unknown }): string[] {
  const [address = ''] = path.split('?');
  const call = Object.keys(calls).find((name) => new RegExp(`^${name.replace(/:\w+/gu, '[^/]+')}$`, 'u').test(`${method} ${address}`));
  return textsIn(body, '')
    .filter(([, text]) => texts.has(text))
    .map(([field]) => `${call} ${field}`);
}

/** Every text in a value, with its field as above. */
function textsIn(value: unknown, at: string): [field: string, text: string][] {
  if (typeof value === 'string') return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value) || at.endsWith('.filled');
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${at === '' ? '' : `${at}.`}${isList ? '*' : name}`));
}
