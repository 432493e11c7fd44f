import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BuyerRecord } from './buyer-record.tsx';

test.each([
  [{ kept: 3, all: 4, rating: { average: 4.5, count: 2 } }, 'Came to 3 of 4 meetings · Rated 4.5 of 5 by 2 sellers'],
  [{ kept: 1, all: 1, rating: null }, 'Came to 1 of 1 meeting'],
  [{ kept: 0, all: 0, rating: null }, 'No meetings here yet'],
])('A buyer’s record is a sentence that can be read aloud: %j', (record, text) => {
  expect(renderToStaticMarkup(<BuyerRecord record={record} />)).toContain(`>${text}<`);
});
