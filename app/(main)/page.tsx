import { NewChat } from "#components/composer/new-chat.tsx";

export default function NewChatPage() {
  return <NewChat />;
}
