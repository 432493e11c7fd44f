import { expect, test } from 'vitest';
import { modelInUserAgent } from './device.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const REDUCED = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';

test.each([
  ['an Android phone', ANDROID, { model: 'Pixel 7', platform: 'Android', platformVersion: '14' }],
  ['a browser that hides the model', REDUCED, { model: '', platform: 'Android', platformVersion: '10' }],
  ['an iPhone', IPHONE, { model: 'iPhone', platform: 'iOS', platformVersion: '17.4.1' }],
  ['a computer', DESKTOP, { model: '', platform: '', platformVersion: '' }],
])('Reads what the user agent of %s says', (_, userAgent, expected) => {
  expect(modelInUserAgent(userAgent)).toEqual(expected);
});
