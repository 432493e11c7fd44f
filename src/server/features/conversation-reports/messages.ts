import { message } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';

type About = { conversation_id: string; model_name: string };
type Decided = { decision: 'dismiss' | 'warn'; reason: string };

/** To the person reported, if they broke the rules. */
export function messagesWarned({ model_name }: Pick<About, 'model_name'>, reason: string): Words {
  return {
    kind: 'messages_warned',
    subject: message`A warning about your messages`,
    text: message`What you wrote about ${model_name} breaks our rules: “${reason}” If it happens again, we may close your account. If you disagree, you can appeal once, and we’ll read it.`,
    path: '/dashboard/decisions',
    label: 'View and appeal',
  };
}

/** To the person who reported. */
export function conversationReportDecided({ conversation_id, model_name }: About, { decision, reason }: Decided): Words {
  const outcome = decision === 'warn' ? 'We’ve warned the person you reported' : 'We found nothing against our rules';
  return {
    kind: 'report_decided',
    subject: message`Update on your report of a conversation`,
    text: message`We’ve read your conversation about ${model_name}. ${outcome}: “${reason}” You can block them in the conversation.`,
    path: `/dashboard/messages/${conversation_id}`,
    label: 'View the conversation',
  };
}
