import { describe, expect, test } from 'vitest';
import { ConditionGrade } from '#contract/price-estimates.ts';
import { answersTo, CONDITION_LABELS, gradeOfAnswers } from '#contract/shared/condition.ts';
import { CONDITION_QUESTION_KEYS, type ConditionAnswers, conditionFacts } from '#contract/shared/condition-answers.ts';
import { gradeOf } from './facts.ts';

const BEST: ConditionAnswers = { screen: 'flawless', body: 'flawless', battery: 'strong', works: 'everything', repairs: 'never', accessories: 'boxed' };

function graded(changes: Partial<ConditionAnswers>) {
  return gradeOfAnswers({ ...BEST, ...changes });
}

describe('The grade of a phone', () => {
  test.each([
    [{}, 'like_new'],
    [{ repairs: 'other', accessories: '' }, 'like_new'],
    [{ battery: 'unknown' }, 'very_good'],
    [{ screen: 'light', body: 'light' }, 'very_good'],
    [{ screen: 'light', body: 'light', battery: 'good' }, 'good'],
    [{ screen: 'scratched' }, 'good'],
    [{ screen: 'scratched', body: 'worn' }, 'fair'],
    [{ works: 'flaw' }, 'poor'],
    [{ screen: 'cracked' }, 'broken'],
    [{ body: 'damaged' }, 'broken'],
    [{ works: 'fails' }, 'broken'],
    [{ screen: '' }, null],
    [{ battery: 'constructor' }, null],
  ] as const)('The answers %o are graded %s', (changes, grade) => {
    expect(graded(changes)).toBe(grade);
  });

  test('A worse answer never raises the grade', () => {
    const ranks = ['new', 'like_new', 'very_good', 'good', 'fair', 'poor', 'broken'];
    const rank = (answers: ConditionAnswers) => ranks.indexOf(gradeOfAnswers(answers) ?? '');
    const all = CONDITION_QUESTION_KEYS.reduce<ConditionAnswers[]>(
      (sets, question) => sets.flatMap((set) => answersTo(question).map(({ key }) => ({ ...set, [question]: key }))),
      [BEST],
    );
    for (const answers of all)
      for (const question of CONDITION_QUESTION_KEYS) {
        const keys = answersTo(question).map(({ key }) => key);
        const worse = keys.slice(keys.indexOf(answers[question]) + 1).filter((key) => key !== 'unknown');
        if (answers[question] === 'unknown') continue;
        for (const key of worse) expect(rank({ ...answers, [question]: key })).toBeGreaterThanOrEqual(rank(answers));
      }
  });

  test.each(ConditionGrade.options)('The text for %s is recognized as the same grade', (grade) => {
    expect(gradeOf(CONDITION_LABELS[grade])).toBe(grade);
  });

  test('The facts begin with the battery, and leave out what isn’t known', () => {
    const shown = (answers: Partial<ConditionAnswers>) => conditionFacts({ ...BEST, ...answers }).map(({ label, value }) => [label, value]);
    expect(shown({ battery: 'weak', body: '', repairs: 'unknown' })).toEqual([
      ['Battery health', 'Below 80%'],
      ['Screen', 'No scratches'],
      ['Back and frame', null],
      ['Working order', 'Everything works'],
      ['Repairs', null],
      ['Comes with', 'Box and charger'],
    ]);
    expect(shown({ battery: 'unknown' })[0]).toEqual(['Battery health', null]);
    expect(shown({ battery: 'constructor' })[0]).toEqual(['Battery health', null]);
  });
});
