-- CreateTable
CREATE TABLE "Workspace" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "personId" TEXT NOT NULL DEFAULT 'local',
    "name" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "createdAt" BIGINT NOT NULL,
    "deletedAt" BIGINT
);

-- CreateTable
CREATE TABLE "Conversation" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "personId" TEXT NOT NULL DEFAULT 'local',
    "workspaceId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "leafId" TEXT,
    "draft" TEXT,
    "parentId" TEXT,
    "parentToolCallId" TEXT,
    "continuedFromId" TEXT,
    "continuedFromLeaf" TEXT,
    "createdAt" BIGINT NOT NULL,
    "updatedAt" BIGINT NOT NULL,
    "deletedAt" BIGINT,
    CONSTRAINT "Conversation_workspaceId_fkey" FOREIGN KEY ("workspaceId") REFERENCES "Workspace" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Conversation_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Conversation" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Conversation_continuedFromId_fkey" FOREIGN KEY ("continuedFromId") REFERENCES "Conversation" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Message" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "conversationId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "parentId" TEXT,
    "role" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "stepId" TEXT,
    "callIndex" INTEGER,
    "toolCallId" TEXT,
    "toolName" TEXT,
    "runId" TEXT,
    "estimate" TEXT NOT NULL,
    "preview" TEXT,
    "blob" TEXT,
    "bytes" INTEGER NOT NULL,
    "detail" TEXT,
    "createdAt" BIGINT NOT NULL,
    CONSTRAINT "Message_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ToolStart" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "conversationId" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "stepId" TEXT NOT NULL,
    "callIndex" INTEGER NOT NULL,
    "toolCallId" TEXT NOT NULL,
    "toolName" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "outputFile" TEXT,
    "startedAt" BIGINT NOT NULL,
    CONSTRAINT "ToolStart_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Live" (
    "conversationId" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "stepId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "content" TEXT NOT NULL,
    "updatedAt" BIGINT NOT NULL,
    CONSTRAINT "Live_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "conversationId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "holder" TEXT,
    "heartbeatAt" BIGINT NOT NULL,
    "frozen" TEXT NOT NULL,
    "spent" REAL NOT NULL DEFAULT 0,
    "error" TEXT,
    "stopRequested" BOOLEAN NOT NULL DEFAULT false,
    "stoppedBy" TEXT,
    "startedAt" BIGINT NOT NULL,
    "endedAt" BIGINT,
    CONSTRAINT "Run_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Request" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "conversationId" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "runId" TEXT NOT NULL,
    "stepId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "headId" TEXT,
    "parentRequest" TEXT,
    "prefix" INTEGER NOT NULL,
    "rest" TEXT NOT NULL,
    "frame" TEXT NOT NULL,
    "whole" TEXT,
    "bodyHash" TEXT NOT NULL,
    "bodyBytes" INTEGER NOT NULL,
    "report" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "estimate" INTEGER NOT NULL,
    "inputTokens" INTEGER,
    "outputTokens" INTEGER,
    "cachedTokens" INTEGER,
    "model" TEXT NOT NULL,
    "status" INTEGER,
    "finishReason" TEXT,
    "cost" REAL,
    "error" TEXT,
    "sentAt" BIGINT NOT NULL,
    "firstAt" BIGINT,
    "endedAt" BIGINT,
    CONSTRAINT "Request_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Summary" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "conversationId" TEXT NOT NULL,
    "covers" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "detail" TEXT,
    "createdAt" BIGINT NOT NULL,
    CONSTRAINT "Summary_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Blob" (
    "sha256" TEXT NOT NULL PRIMARY KEY,
    "bytes" INTEGER NOT NULL,
    "mediaType" TEXT NOT NULL,
    "data" BLOB,
    "createdAt" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "Queue" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "conversationId" TEXT NOT NULL,
    "deliver" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "createdAt" BIGINT NOT NULL,
    CONSTRAINT "Queue_conversationId_fkey" FOREIGN KEY ("conversationId") REFERENCES "Conversation" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Setting" (
    "personId" TEXT NOT NULL DEFAULT 'local',
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("personId", "key")
);

-- CreateIndex
CREATE INDEX "Workspace_personId_createdAt_idx" ON "Workspace"("personId", "createdAt");

-- CreateIndex
CREATE INDEX "Conversation_personId_parentId_updatedAt_idx" ON "Conversation"("personId", "parentId", "updatedAt");

-- CreateIndex
CREATE INDEX "Conversation_workspaceId_idx" ON "Conversation"("workspaceId");

-- CreateIndex
CREATE UNIQUE INDEX "Conversation_parentId_parentToolCallId_key" ON "Conversation"("parentId", "parentToolCallId");

-- CreateIndex
CREATE UNIQUE INDEX "Conversation_continuedFromId_continuedFromLeaf_key" ON "Conversation"("continuedFromId", "continuedFromLeaf");

-- CreateIndex
CREATE INDEX "Message_stepId_idx" ON "Message"("stepId");

-- CreateIndex
CREATE UNIQUE INDEX "Message_conversationId_seq_key" ON "Message"("conversationId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "Message_conversationId_toolCallId_key" ON "Message"("conversationId", "toolCallId");

-- CreateIndex
CREATE UNIQUE INDEX "ToolStart_conversationId_toolCallId_attempt_key" ON "ToolStart"("conversationId", "toolCallId", "attempt");

-- CreateIndex
CREATE INDEX "Run_conversationId_startedAt_idx" ON "Run"("conversationId", "startedAt");

-- CreateIndex
CREATE INDEX "Run_status_idx" ON "Run"("status");

-- CreateIndex
CREATE INDEX "Request_headId_idx" ON "Request"("headId");

-- CreateIndex
CREATE UNIQUE INDEX "Request_conversationId_n_key" ON "Request"("conversationId", "n");

-- CreateIndex
CREATE INDEX "Summary_conversationId_idx" ON "Summary"("conversationId");

-- CreateIndex
CREATE INDEX "Queue_conversationId_position_idx" ON "Queue"("conversationId", "position");
