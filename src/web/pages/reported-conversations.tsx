import { ReportedConversations } from '../features/conversation-reports/reported-conversations.tsx';

export const Page = () => <ReportedConversations />;
