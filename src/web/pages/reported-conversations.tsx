export { ReportedConversations as Page } from '../features/conversation-reports/reported-conversations.tsx';
