export { AuditLog as Page } from '../features/audit/audit-log.tsx';
