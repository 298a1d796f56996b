import { ChatScreen } from "#components/thread/chat-screen.tsx";

export default async function ChatPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <ChatScreen key={id} chatId={id} />;
}
