import { readPlain, toPlain } from '../../plain-text.ts';
import { DOT } from './mask-numbers.ts';

/** Masks a text by what people read: `mask` gets it in plain characters, and replaces each one to hide by a dot. Returns the text unchanged when it hides none. */
export function maskPlain(text: string, mask: (plain: string) => string): string {
  if (toPlain(text) === text) return mask(text);
  const { plain, from } = readPlain(text);
  const masked = [...mask(plain)];
  const hidden = new Set([...plain].flatMap((character, at) => (masked[at] === character ? [] : [from[at]])));
  const shown = new Set(from);
  let isHidden = false;
  return [...text]
    .map((character, at) => {
      // What nobody sees goes with the character before it.
      if (!shown.has(at)) return isHidden ? '' : character;
      isHidden = hidden.has(at);
      return isHidden ? DOT : character;
    })
    .join('');
}
