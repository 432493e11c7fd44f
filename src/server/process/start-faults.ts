import type { Config } from '../config/config.ts';
import { CannotMigrate, NewerDatabase, UnfinishedCopy } from '../db/migrate.ts';
import { OperatorFault, ProviderError, UnavailableError } from '../errors.ts';

/** The message for the operator when a start or a command fails; null for unexpected errors. */
export function explainFault(thrown: unknown, config: Config | null): string | null {
  // The shop's message to users about database trouble doesn't help its operator.
  const error = thrown instanceof UnavailableError ? thrown.cause : thrown;
  if (error instanceof OperatorFault || error instanceof ProviderError) return error.message;
  if (error instanceof UnfinishedCopy)
    return 'A copy into the database at DATABASE_URL hasn’t finished. Run npm run db:copy or npm run restore again until it reports success, then start again. Nothing was changed.';
  if (error instanceof CannotMigrate)
    return `The database can’t be updated for this version of the shop (${error.message}). Nothing was changed. Start the version that wrote it, or restore a backup.`;
  if (config === null) return null;
  if (error instanceof NewerDatabase)
    return `This database was written by a newer version of the shop (it has ${error.message}). Start that version, or use another DATA_DIR or DATABASE_URL. Nothing was changed.`;
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return `Port ${config.port} on ${config.host} is already in use. Stop the other program, or set PORT to another number.`;
  if (code === 'EACCES' && error instanceof Error && 'syscall' in error && ['listen', 'bind'].includes(String(error.syscall)))
    return `Port ${config.port} needs more privileges than this user has. Set PORT to a number above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return config.database.kind === 'postgres'
      ? `The database at DATABASE_URL, or the address HOST=${config.host}, can’t be found (${code}).`
      : `HOST=${config.host} isn’t an address of this machine.`;
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code))
    return `The data directory ${config.dataDir} can’t be written (${code}). Make it writable for this user, or set DATA_DIR to another directory.`;
  if (config.database.kind === 'postgres' && (thrown instanceof UnavailableError || code.length === 5)) return explainPostgres(error, code);
  if (code.startsWith('ERR_SQLITE'))
    return `The database file in ${config.dataDir} can’t be used: ${error instanceof Error ? error.message : code}. Nothing was changed.`;
  return null;
}

function explainPostgres(error: unknown, code: string): string {
  const message = error instanceof Error ? error.message || code : code;
  if (/^E[A-Z]{3,}$/u.test(code))
    return `The database at DATABASE_URL can’t be reached (${code}). Check that it’s running and that its host and port are right.`;
  if (code.startsWith('28') || code.startsWith('3D')) return `The database at DATABASE_URL rejected the login (${message}).`;
  return `The shop can’t connect to the database at DATABASE_URL (${message}). Check its address and settings.`;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
