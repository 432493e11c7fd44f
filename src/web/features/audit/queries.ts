import { queryOptions, useMutation } from '@tanstack/react-query';
import type { AuditEntry, AuditFilter } from '#contract/audit.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showError } from '../../ui/toast.tsx';
import { useApp } from '../../use-app.tsx';

const FIELDS = ['who', 'act', 'subject', 'from', 'to'] as const;

/** Reads the log's filter from the page's address; the server reports what it can't parse. */
export function filterOf(params: URLSearchParams): AuditFilter {
  const given = FIELDS.flatMap((name) => {
    const value = params.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as AuditFilter;
}

export function auditLogOptions(api: Api, filter: AuditFilter) {
  return pagedOptions<AuditEntry>([PRIVATE, 'audit-log', JSON.stringify(filter)], (cursor) =>
    api.page('GET /auditLog', { query: { ...filter, limit: 50, cursor } }),
  );
}

export const auditSealOptions = (api: Api) => queryOptions({ queryKey: [PRIVATE, 'audit-seal'], queryFn: () => api.call('GET /auditLog/seal', {}) });

/** Saves the filtered entries as a file. */
export function useExport(filter: AuditFilter) {
  const { api } = useApp();
  return useMutation({
    mutationFn: () => api.file('GET /auditLog/export', { query: filter }),
    onSuccess: (file) => saveFile('audit-log.csv', file),
    onError: (error) => showError(sentenceOf(error)),
  });
}
