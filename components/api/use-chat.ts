"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import {
  fetchChat,
  fetchHealth,
  fetchPlan,
  fetchQueue,
  fetchRequests,
  fetchSubagents,
  listWorkspaces,
} from "./chat-requests.ts";
import { queryKeys } from "./query-keys.ts";

export const useChat = (id: string) => useQuery({ queryKey: queryKeys.chat(id), queryFn: () => fetchChat(id) });

export const useSubagents = (chatId: string | undefined) =>
  useQuery({
    queryKey: queryKeys.subagents(chatId ?? ""),
    queryFn: () => fetchSubagents(chatId ?? ""),
    enabled: chatId !== undefined,
  });

export const useRequests = (chatId: string) =>
  useQuery({ queryKey: queryKeys.requests(chatId), queryFn: () => fetchRequests(chatId) });

export const usePlan = (chatId: string) =>
  useQuery({ queryKey: queryKeys.plan(chatId), queryFn: () => fetchPlan(chatId) });

export const useQueue = (chatId: string) =>
  useQuery({ queryKey: queryKeys.queue(chatId), queryFn: () => fetchQueue(chatId) });

export const useHealth = () => useQuery({ queryKey: queryKeys.health, queryFn: fetchHealth, staleTime: 60_000 });

export const workspacesQuery = queryOptions({ queryKey: queryKeys.workspaces, queryFn: listWorkspaces });

export const useWorkspaces = () => useQuery(workspacesQuery);
