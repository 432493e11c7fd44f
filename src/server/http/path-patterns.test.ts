import { expect, test } from 'vitest';
import { createPathPatterns } from './path-patterns.ts';

const patterns = createPathPatterns<string>();
patterns.add('/phones', 'all');
patterns.add('/phones/newest', 'newest');
patterns.add('/phones/:id', 'one');
patterns.add('/phones/:id/photos/:nth', 'photo');

test.each([
  ['/phones', { value: 'all', params: {} }],
  ['/phones/newest', { value: 'newest', params: {} }],
  ['/phones/7', { value: 'one', params: { id: '7' } }],
  ['/phones/a%2Fb/photos/%C3%A9', { value: 'photo', params: { id: 'a/b', nth: 'é' } }],
  ['/phones/%E0%A4%A', { value: 'one', params: null }],
  ['/phones/', null],
  ['/phones/7/photos', null],
  ['/others/7', null],
  ['', null],
])('Of %s finds what belongs to it, and its parameters', (path, found) => {
  expect(patterns.find(path)).toEqual(found);
});
