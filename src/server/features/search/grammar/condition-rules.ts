import { CONDITION_LABELS } from '#contract/shared/condition.ts';
import { toFacetKey } from '#contract/shared/facet-text.ts';
import { check, checked, type Rule, required, rule } from './rule.ts';

const GRADES = Object.values(CONDITION_LABELS);

export const CONDITIONS: Rule[] = [
  graded('new', 'New, sealed', [
    'brand? new',
    'sealed|unopened|unused',
    'brand? new sealed|unopened',
    'never used|opened',
    'new in box',
    'still? in box sealed?',
  ]),
  graded('like_new', 'Like new or better', [
    'like|as|almost|nearly|practically|virtually new condition?',
    'pristine|immaculate|flawless condition|shape|state?',
    'mint|perfect condition|shape|state',
    'in? new|perfect|mint condition|shape|state',
  ]),
  { ...graded('like_new', 'Like new or better', ['mint']), unlessNamed: true },
  graded('very_good', 'Very good or better', [
    'very|really good condition|shape|state',
    'excellent|great|amazing|fantastic|superb condition|shape|state',
    'excellent',
    'condition very good|great|excellent',
  ]),
  graded('good', 'Good or better', ['good|nice|decent|fine|clean condition|shape|state', 'condition good', 'well taken care of', 'well kept|maintained']),
  graded('fair', 'Fair or better', ['fair|ok|okay|acceptable condition|shape|state']),
  rule(['broken|defective|faulty|dead', 'for? spare? parts only?', 'spares or repair|repairs', 'not|isnt|doesnt working|work', 'for repair'], () => [
    required('Broken', { about: 'condition', keys: [toFacetKey(CONDITION_LABELS.broken)] }),
  ]),
  rule(['no|without|zero scratches|scratch or|and|nor|no|, cracks|crack', 'no|without cracks|crack or|and|nor|no|, scratches|scratch'], () => [
    check('noScratches'),
    check('noCracks'),
  ]),
  checked('noScratches', [
    'no|without|zero any? scratches|scratch on? screen|display?',
    'scratch free|less screen|display?',
    'scratchless|scratchfree|unscratched screen|display?',
    'not scratched',
    'screen|display without|no scratches|scratch',
    'flawless|perfect|clean screen|display',
  ]),
  checked('noCracks', [
    'no|without any? cracks|crack on? screen|display?',
    'no|without cracked|broken screen|display',
    'screen|display? is? not|isnt cracked|broken',
    'uncracked|intact screen|display?',
  ]),
  checked('bodyLikeNew', [
    'back|frame|body|sides without|no scratches|scratch|marks|scuffs',
    'no|without|zero any? scratches|scratch|marks|scuffs on? the? back|frame|body|sides',
    'scratch free|less back|frame|body',
    'flawless|perfect|clean|pristine back|frame|body',
    'back|frame|body like new',
  ]),
  checked('noDents', ['no|without|zero any? dents|dent on? the? back|frame|body|sides?', 'not dented', 'undented', 'dent free|less']),
  checked('bodyWhole', [
    'no|without any? cracks|crack on? the? back|frame|body',
    'back|frame|body is? not|isnt cracked|broken|bent',
    'no|without cracked|broken|bent back|frame|body',
    'not bent',
    'uncracked|intact back|frame|body',
  ]),
  checked('allWorks', [
    'everything|all works|working',
    'fully|perfectly|100? %? working|functional|functioning',
    'that? works|working perfectly|fine|well|great|flawlessly?',
    'in? full|good|perfect|great? working order|condition',
  ]),
  checked('neverRepaired', ['never|not repaired|opened|fixed', 'no|without any? repairs', 'unopened|unrepaired']),
  checked('neverElsewhere', [
    'repaired|fixed|serviced only? by the? maker|manufacturer',
    'only? official|authorized|authorised repairs|repair only?',
    'never|not repaired|fixed elsewhere',
    'no|without third|3rd party repairs|repair',
  ]),
  checked('boxed', ['with|in|incl|including|includes? its|the|original? box|packaging', 'boxed', 'original box|packaging']),
  checked('withCharger', ['with|incl|including|includes? its|a|the|original? charger|cable', 'charger included']),
];

/** A grade or any better one. */
function graded(grade: keyof typeof CONDITION_LABELS, label: string, phrases: string[]): Rule {
  const keys = GRADES.slice(0, GRADES.indexOf(CONDITION_LABELS[grade]) + 1).map(toFacetKey);
  return rule(phrases, () => [required(label, { about: 'condition', keys })]);
}
