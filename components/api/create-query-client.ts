import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";

/** `onLocked` is called when the server asks for the password. */
export function createQueryClient(onLocked: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onLocked();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The app lives on the person's own machine or network: whether the browser believes to be online says nothing.
      queries: { staleTime: 5_000, retry: retryLostAnswers, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
}

/** A refusal stays a refusal; only an answer that never came is asked for again. */
function retryLostAnswers(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failures < 3;
}
