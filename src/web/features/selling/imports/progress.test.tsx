import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Progress } from './progress.tsx';

test('Progress isn’t announced with each of its counts', () => {
  const html = renderToStaticMarkup(<Progress label="Listing phones" done={1} of={2} text="1 of 2 phones listed." />);
  expect(html).toContain('1 of 2 phones listed.');
  expect(html).not.toMatch(/role="status"|aria-live/u);
});
