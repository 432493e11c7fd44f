/** The photos of messages, as a JSON list of their addresses. */
export const messagePhotos = [`alter table conversation_messages add column photos text not null default '[]'`];
