const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u20e3/gu;

/** `from[i]`: which character of the original the character i of `plain` stands for. Characters are code points here. */
export type PlainText = { plain: string; from: number[] };

/** Text as people read it: plain letters and digits for wide, circled, raised and mathematical ones, and no invisible characters. */
export function toPlain(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '');
}

/** The same, character by character, to find each one's place in the original. */
export function readPlain(text: string): PlainText {
  let plain = '';
  const from: number[] = [];
  for (const [at, character] of [...text].entries())
    for (const one of toPlain(character)) {
      plain += one;
      from.push(at);
    }
  return { plain, from };
}
