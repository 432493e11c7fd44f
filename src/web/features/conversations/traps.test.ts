import { expect, test } from 'vitest';
import { findTraps, type Trap } from './traps.ts';

test.each<[string, Trap[]]>([
  ['Let’s talk on WhatsApp, it’s easier.', ['messenger']],
  ['Write to me: https://wa.me/351912345678', ['messenger']],
  ['add me on t.me/phones', ['messenger']],
  ['I can pay by PayPal or bank transfer.', ['payment']],
  ['Here is the link, please pay there', ['payment']],
  ['Buy gift cards and send me the numbers', ['payment']],
  ['I sent you a code. Please send me the code you got.', ['code']],
  ['What is your password?', ['code']],
  ['My courier will collect the phone tomorrow.', ['courier']],
  ['A driver will be picking it up', ['courier']],
  ['Sorry, I overpaid. Please refund the difference.', ['overpayment']],
  ['ＷＨＡＴＳＡＰＰ me', ['messenger']],
])('Warns of “%s”', (text, traps) => {
  expect(findTraps(text)).toEqual(traps);
});

test.each([
  'Is it still available?',
  'What is the battery health?',
  'Does the signal work well with a US carrier?',
  'Shall we meet at the station at five?',
  'The case code is on the box.',
  'I’d like to pay $250.',
  'Does it come with a charger and the SIM pin?',
])('Says nothing about “%s”', (text) => {
  expect(findTraps(text)).toEqual([]);
});

test('Reads a long text in time and finds what stands in it', () => {
  expect(findTraps(`${'a.'.repeat(500)} whatsapp ${'-'.repeat(5000)}`)).toEqual(['messenger']);
});
