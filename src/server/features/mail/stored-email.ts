import { type Resolve, renderMessage } from '../../messages/message.ts';
import type { StoredLetter } from '../../ports/mailer.ts';
import { renderLetter } from './template.ts';

/** A stored letter as the mail that it is now. */
export function renderStoredLetter({ subject, text, ...rest }: StoredLetter, resolve: Resolve) {
  return renderLetter({ subject: renderMessage(subject, resolve), text: renderMessage(text, resolve), ...rest }, rest);
}
