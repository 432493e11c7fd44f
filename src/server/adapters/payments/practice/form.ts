import { invalid, missing, unknownParameter, unreadable } from './refusals.ts';

/** A form with Stripe's nested names: `metadata[orderId]`, `payment_method_types[0]`. Uses maps, so that no name is special. */
export type Form = Map<string, string | Form>;

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/u;
const MAX_FIELDS = 300;
const MAX_DEPTH = 5;

const MAX_LABELS = 50;
const MAX_LABEL_LENGTH = 40;
const MAX_LABEL_VALUE_LENGTH = 500;

/** Parses a form or query string. Refuses characters that can't be stored. */
export function readForm(text: string): Form {
  const form: Form = new Map();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1;
    if (count > MAX_FIELDS) throw unreadable('This form has too many fields.');
    if (name.includes('\0') || value.includes('\0')) throw unreadable('This form contains a character that can’t be stored.');
    put(form, name, value);
  }
  return form;
}

function put(form: Form, name: string, value: string): void {
  const parts = partsOf(name);
  const last = parts.pop() ?? '';
  let node = form;
  for (const part of parts) {
    const key = part || String(node.size);
    const next = node.get(key) ?? new Map();
    if (typeof next === 'string') throw unreadable('A name in this form is both a value and a group.');
    node.set(key, next);
    node = next;
  }
  const key = last || String(node.size);
  if (node.get(key) instanceof Map) throw unreadable('A name in this form is both a value and a group.');
  node.set(key, value);
}

function partsOf(name: string): string[] {
  const [, first, rest = ''] = NAME.exec(name) ?? [];
  if (first === undefined) throw unreadable('A name in this form can’t be read.');
  const parts = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/gu)].map((match) => match[1] ?? '')];
  if (parts.length > MAX_DEPTH) throw unreadable('This form is nested too deeply.');
  return parts;
}

export function refuseUnknown(form: Form, known: readonly string[]): void {
  for (const name of form.keys()) if (!known.includes(name)) throw unknownParameter(name);
}

export function requiredAt(form: Form, ...path: string[]): string {
  const text = textAt(form, ...path);
  if (text === null) throw missing(nameOf(path));
  return text;
}

/** The text at a path such as `['metadata', 'orderId']`; null when missing or empty. */
export function textAt(form: Form, ...path: string[]): string | null {
  let node: string | Form | undefined = form;
  for (const part of path) node = node instanceof Map ? node.get(part) : undefined;
  return typeof node === 'string' && node !== '' ? node : null;
}

const nameOf = ([first, ...rest]: string[]): string => `${first}${rest.map((part) => `[${part}]`).join('')}`;

/** A whole number in plain digits, from `min` to `max`; null when missing. */
export function wholeAt(form: Form, name: string, { min, max }: { min: number; max: number }): number | null {
  const text = textAt(form, name);
  if (text === null) return null;
  const number = /^-?\d{1,15}$/u.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(number)) throw invalid(name, `Invalid integer: ${name}.`, 'parameter_invalid_integer');
  if (number < min || number > max) throw invalid(name, `${name} must be from ${min} to ${max}.`, 'parameter_invalid_integer');
  return number;
}

/** Stripe's metadata: up to 50 labels, with 40 characters in the name and 500 in the value. */
export function metadataAt(form: Form): Record<string, string> {
  const node = form.get('metadata');
  if (node === undefined || node === '') return {};
  if (typeof node === 'string') throw invalid('metadata', 'metadata must be a group of names and values.');
  if (node.size > MAX_LABELS) throw invalid('metadata', `metadata can have at most ${MAX_LABELS} names.`);
  const labels: [string, string][] = [];
  for (const [name, value] of node) {
    if (typeof value !== 'string') throw invalid(`metadata[${name}]`, 'A value in metadata must be text.');
    if (name.length > MAX_LABEL_LENGTH || value.length > MAX_LABEL_VALUE_LENGTH) throw invalid('metadata', 'A name or value in metadata is too long.');
    if (value !== '') labels.push([name, value]);
  }
  return Object.fromEntries(labels);
}
