import { message } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';

/** To somebody who reported a listing: it is gone, though nobody decided on their report. */
export function reportedListingGone(model_name: string): Words {
  return {
    kind: 'report_decided',
    subject: message`Update on your report of ${model_name}`,
    text: message`The ${model_name} you reported is no longer on our site, so we’ve closed your report. Thank you for letting us know.`,
    path: '/phones',
    label: 'See other phones',
  };
}
