import { describe, expect, test } from 'vitest';
import { answersTo, type Facts, questionsAbout, suggestionsFor } from './quick-texts.ts';

const SAYS_NOTHING: Facts = {
  answers: { screen: '', body: '', battery: 'unknown', works: '', repairs: '', accessories: '' },
  description: 'A nice phone.',
  specification: { lock_status: '-', manufacturer_warranty: '-' } as Facts['specification'],
  storage: '-',
  color: 'Black',
  purchase_year: '-',
  location: '',
};
const SAYS_ALL: Facts = {
  answers: { screen: 'light', body: 'flawless', battery: 'good', works: 'everything', repairs: 'other', accessories: '' },
  description: 'The screen was replaced in 2023. It comes with its box and a cable!\nNo charger.',
  specification: { lock_status: 'Unlocked', manufacturer_warranty: 'Until May 2027' } as Facts['specification'],
  storage: '128 GB',
  color: 'Black',
  purchase_year: '2022',
  location: 'Porto',
};

describe('Quick questions', () => {
  test('Ask what the listing doesn’t say, three at a time, and never what was asked', () => {
    expect(questionsAbout(SAYS_NOTHING, [])).toEqual(['How is the battery?', 'Does it have scratches or dents?', 'Does everything work?']);
    expect(questionsAbout(SAYS_NOTHING, ['Is the BATTERY fine, and has it any cracks?'])).toEqual([
      'Does everything work?',
      'Is it unlocked for all carriers?',
      'Has it ever been repaired?',
    ]);
    expect(questionsAbout(SAYS_ALL, [])).toEqual([]);
  });
});

describe('Quick answers', () => {
  test('Come from the listing, to what was asked', () => {
    expect(answersTo(SAYS_ALL, ['How is the battery?'])).toEqual(['Battery health: 80–89%.']);
    expect(answersTo(SAYS_ALL, ['Any scratches? Repaired?', 'What comes with it?'])).toEqual([
      'Screen: light scratches. Back and frame: like new.',
      'Repaired elsewhere.',
      'It comes with its box and a cable!',
    ]);
    expect(answersTo(SAYS_ALL, ['Is it unlocked?', 'Where could we meet?', 'How old is it?'])).toEqual([
      'Unlocked.',
      'I bought it in 2022.',
      'We could meet in Porto.',
    ]);
  });

  test('Are missing for what the listing doesn’t say, and for other texts', () => {
    expect(answersTo(SAYS_NOTHING, ['How is the battery?', 'How old is it?', 'Where could we meet?'])).toEqual([]);
    expect(answersTo(SAYS_ALL, ['Hello!', ''])).toEqual([]);
  });
});

test('A buyer is suggested questions while the phone is on sale, and none once it is sold', () => {
  const known = { listing: SAYS_NOTHING, messages: [] };
  expect(suggestionsFor({ side: 'buyer', productStatus: 'available' }, known)).toHaveLength(3);
  expect(suggestionsFor({ side: 'buyer', productStatus: 'sold' }, known)).toEqual([]);
});
