export { startModelServer } from "./model-server.ts";
export { PRACTICE_MODEL } from "./practice/practice-model.ts";
export { practiceScript } from "./practice/practice-script.ts";
export type {
  Api,
  ApiError,
  Fault,
  ModelServer,
  ParsedCall,
  ParsedMessage,
  ParsedRequest,
  RefusalWording,
  Reply,
  ReplyCall,
  RequestRecord,
  Script,
  ServerOptions,
  ServerSettings,
  ServerStats,
  Usage,
} from "./types.ts";
