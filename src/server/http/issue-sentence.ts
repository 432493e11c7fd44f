import type { z } from 'zod';

/** What is wrong with a value whose schema has no sentence of its own: mostly what programs send. Zod's sentences are for programmers. */
export function issueSentence(issue: z.core.$ZodRawIssue): string {
  const name = issue.path?.join('.') || 'The value';
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${name} is missing.`;
  if (issue.code === 'invalid_type' && issue.expected !== 'array' && Array.isArray(issue.input)) return `${name} takes only one value.`;
  if (issue.code === 'invalid_type' && issue.expected in TYPES) return `${name} must be ${TYPES[issue.expected]}.`;
  if (issue.code === 'invalid_value') return `${name} must be one of these: ${issue.values.join(', ')}.`;
  if (issue.code === 'too_small' && issue.input === '') return `${name} is missing.`;
  if (issue.code === 'too_small') return `${name} must be at least ${issue.minimum.toLocaleString('en-US')}${unitOf(issue.origin)}.`;
  if (issue.code === 'too_big') return `${name} can be at most ${issue.maximum.toLocaleString('en-US')}${unitOf(issue.origin)}.`;
  return `${name} can’t be read.`;
}

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const UNITS: Record<string, string> = { string: ' characters long', array: ' items long' };

const unitOf = (origin: string): string => UNITS[origin] ?? '';
