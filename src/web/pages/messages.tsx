import { ConversationList } from '../features/conversations/conversation-list.tsx';
import { InboxTabs } from './inbox-tabs.tsx';

export function Page() {
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-4">
      <h1 className="text-2xl">Messages</h1>
      <InboxTabs />
      <ConversationList />
    </div>
  );
}
