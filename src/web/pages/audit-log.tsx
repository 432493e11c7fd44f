import { AuditLog } from '../features/audit/audit-log.tsx';

export const Page = () => <AuditLog />;
