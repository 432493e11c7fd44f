import { foldWords } from '#contract/shared/fold-words.ts';

const STATES: Record<string, string> = Object.fromEntries(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,
  ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,
  MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,
  OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,
  WV West Virginia,WI Wisconsin,WY Wyoming`
    .split(',')
    .map((state) => [state.trim().slice(0, 2), state.trim().slice(3)]),
);

const ALSO: Record<string, string[]> = { US: ['usa', 'u s', 'u s a', 'america'], GB: ['uk', 'great britain', 'england', 'scotland', 'wales'] };

const countries = new Intl.DisplayNames('en', { type: 'region' });

type Region = { admin1: string; country: string };

/** A city's state or, outside the United States, its country. */
export function regionName({ admin1, country }: Region): string {
  return (country === 'US' ? STATES[admin1] : undefined) ?? countries.of(country) ?? country;
}

/** Everything that people may write after a city's name, folded. */
export function regionKeys({ admin1, country }: Region): Set<string> {
  const state = country === 'US' ? [admin1, STATES[admin1] ?? ''] : [];
  return new Set([...state, country, countries.of(country) ?? '', ...(ALSO[country] ?? [])].map(foldWords).filter((key) => key !== ''));
}
