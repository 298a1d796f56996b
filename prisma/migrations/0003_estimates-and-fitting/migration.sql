-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN "fitting" TEXT;

-- CreateTable
CREATE TABLE "Estimate" (
    "messageId" TEXT NOT NULL,
    "conversationId" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "tokens" INTEGER NOT NULL,

    PRIMARY KEY ("messageId", "rule"),
    CONSTRAINT "Estimate_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Estimate_conversationId_rule_idx" ON "Estimate"("conversationId", "rule");
