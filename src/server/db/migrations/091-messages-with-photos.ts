/** For what a person's messages show: few have photos. */
export const messagesWithPhotos = ["create index conversation_messages_with_photos on conversation_messages (author_id) where photos <> '[]'"];
