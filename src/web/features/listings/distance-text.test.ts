import { expect, test } from 'vitest';
import { distanceText, metricText } from './distance-text.ts';
import { parseCity } from './here.ts';

test('Distances are in whole miles, with kilometers beside, and short ones pretend nothing', () => {
  expect([0, 8, 8.1, 20, 2000].map(distanceText)).toEqual(['<5 mi', '<5 mi', '5 mi', '12 mi', '1,243 mi']);
  expect([3, 19.6].map(metricText)).toEqual(['Less than 8 kilometers away', 'About 20 kilometers away']);
});

test('A remembered city is read only if it is one', () => {
  expect(parseCity('{"name":"Portland, Oregon","lat":45.5,"lng":-122.7}')).toEqual({ name: 'Portland, Oregon', lat: 45.5, lng: -122.7 });
  for (const text of [null, '', '{', '[]', '5', '{"name":"x"}', '{"name":"x","lat":91,"lng":0}', '{"name":5,"lat":1,"lng":0}'])
    expect(parseCity(text), String(text)).toBeNull();
});
